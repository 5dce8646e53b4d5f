import { paneKey } from '../domain/pane-key.ts'
import { tmux } from './tmux.ts'

const longest = 200
/** A board asks after every change: so long, ms, the titles are not read again. */
const rest = 5_000
/** Agents live on one server, or on few. */
const mostServers = 8

type Read = { readonly at: number; readonly titles: Promise<ReadonlyMap<string, string>> }
const known = new Map<string | null, Read>()

/** One question to each server. */
export async function paneTitles(servers: readonly (string | null)[]): Promise<ReadonlyMap<string, string>> {
  const asked = [...new Set(servers)].slice(0, mostServers)
  const read = await Promise.all(asked.map((server) => titlesOf(server)))
  return new Map(read.flatMap((titles) => [...titles]))
}

function titlesOf(server: string | null): Promise<ReadonlyMap<string, string>> {
  const now = performance.now()
  const before = known.get(server)
  if (before !== undefined && now - before.at < rest) return before.titles
  const titles = readTitles(server).catch(() => new Map<string, string>())
  known.set(server, { at: now, titles })
  return titles
}

async function readTitles(server: string | null): Promise<ReadonlyMap<string, string>> {
  const [, socket, pid] = /^(.*),(\d+)$/su.exec(server ?? '') ?? []
  const of = socket === undefined ? [] : ['-S', socket]
  const answer = await tmux(...of, 'list-panes', '-a', '-F', '#{pid} #{pane_id} #{host} #{pane_title}')
  const titles = new Map<string, string>()
  for (const line of answer.split('\n')) {
    const [running, pane = '', host = '', ...words] = line.split(' ')
    const title = words.join(' ').trim().slice(0, longest)
    // A server that began since has other panes by the same names.
    if ((pid !== undefined && running !== pid) || title === '' || title === host) continue
    titles.set(paneKey(server, pane), title)
  }
  return titles
}
