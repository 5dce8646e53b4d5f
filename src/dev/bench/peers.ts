import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Programs } from './commands.ts'
import { bareEnvironment, median, timeProcesses, whole } from './measure.ts'
import { type Installed, installPeer } from './peers/install.ts'
import { claimants, type Peer, peers, watchpost } from './peers/programs.ts'
import { type Done, hasNone, type Order, peerMark } from './peers/work.ts'
import { circumstances } from './report.ts'

const rounds = 5
/** How many of each are timed in a round. */
const each = 1_500
/** For claimants that work together, who go on for so long, ms, or until nothing is left. */
const [items, lasts] = [12_000, 3_000]
const commandRuns = 15

type Row = {
  readonly peer: Peer
  readonly installed: Installed
  readonly sends: readonly Done[]
  readonly pairs: readonly Done[]
  readonly together: readonly Done[]
  readonly settings: string
}

/**
 * The same work by us and by each peer from the npm registry, in turn in one run: every work in a process of its own.
 * Peers are never a dependency: they lie in the folder of this run and go with it.
 */
export async function benchPeers(folder: string, programs: Programs): Promise<string> {
  const own = { name: watchpost.name, version: 'this one', folder: process.cwd(), problem: null }
  const contestants = [
    { peer: watchpost, installed: own },
    ...peers.map((peer) => ({ peer, installed: installPeer(join(folder, 'packages'), peer.name) })),
  ]
  const rows = contestants.map((one) => open(folder, one))
  for (const row of rows) await row.prepare()
  for (let round = -1; round < rounds; round += 1)
    for (const work of ['send', 'pair'] as const) for (const row of rows) await row.time(work, round >= 0)
  for (const row of rows) await row.claimTogether()
  const commands = timeCommands(join(folder, 'peers', watchpost.name), programs)
  return tableOf(await Promise.all(rows.map((row) => row.done())), commands)
}

function open(root: string, { peer, installed }: Pick<Row, 'peer' | 'installed'>) {
  const location = join(root, 'peers', peer.name)
  const isThere = installed.problem === null
  const done = { send: [] as Done[], pair: [] as Done[], together: [] as Done[] }
  const order = (work: Order['work'], amount: number, more: Partial<Order> = {}) =>
    workOf({ name: peer.name, work, location, folder: installed.folder, amount, ...more })
  return {
    async prepare() {
      mkdirSync(location, { recursive: true })
      if (isThere) await order('prepare', 0)
    },
    async time(work: 'send' | 'pair', counts: boolean) {
      if (!isThere) return
      const one = await order(work, each)
      if (counts) done[work].push(one)
    },
    async claimTogether() {
      if (!isThere || done.pair.some(({ problem }) => problem === hasNone)) return
      await order('fill', items)
      const from = Date.now() + 3_000
      done.together.push(
        ...(await Promise.all(claimants.map((_, at) => order('claim', at, { from, lasts })))),
      )
    },
    async done(): Promise<Row> {
      const { settings } = isThere ? await order('settings', 0) : { settings: null }
      const levels = ['OFF', 'NORMAL', 'FULL', 'EXTRA']
      const told =
        settings === null
          ? '—'
          : `${settings.journal}, ${levels[settings.synchronous] ?? settings.synchronous}`
      return { peer, installed, sends: done.send, pairs: done.pair, together: done.together, settings: told }
    },
  }
}

/** In a process of its own, with a home of its own: some keep their store there. */
function workOf(order: Order): Promise<Done> {
  const [, program = ''] = process.argv
  const child = spawn(process.execPath, [program, peerMark, JSON.stringify(order)], {
    env: { ...bareEnvironment(), HOME: order.location },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [out, err] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out = (out + text).slice(-4_000_000)))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err = (err + text).slice(-2_000)))
  return new Promise((resolve, reject) =>
    child.on('error', reject).on('close', () => {
      const line = out.slice(out.lastIndexOf('\n') + 1)
      if (line === '') reject(new Error(`${order.name} ${order.work}: ${err}`))
      else resolve(JSON.parse(line) as Done)
    }),
  )
}

/** `send` and `inbox` as whole processes, in turn with an empty script. */
function timeCommands(location: string, { program, emptyScript }: Programs): string {
  const store = ['--store', location]
  const [empty = [], send = [], inbox = []] = timeProcesses(
    [
      [emptyScript],
      [program, 'send', 'reader', '-s', 'Hello', '-b', 'text', '--again', '--as', 'sender', ...store],
      [program, 'inbox', '--as', 'reader', ...store],
    ],
    commandRuns,
  )
  return `${median(send).toFixed(0)} / ${median(inbox).toFixed(0)} ms (an empty script ${median(empty).toFixed(0)} ms)`
}

function tableOf(rows: readonly Row[], commands: string): string {
  const caption = `\`npm run bench -- --peers --write\` wrote this table in one run on ${circumstances()}. It installs the peers from the npm registry into a temporary folder. Each does the same work in turn with the others: a message of 500 bytes, ${rounds} rounds of ${whole(each)}, medians, with the processor time of one. All but swarm-mail, which brings libSQL, run on the same better-sqlite3. Rates suffer from others on the machine, processor time hardly.`
  const head =
    '| program | sends a second, one process | pairs of claim and complete a second, one process | the same by 8 processes: pairs a second, given twice, failed | `send` / `inbox` as a whole process | journal, synchronous | what it leaves out of the same work |'
  const lines = rows.map((row) => lineOf(row, commands))
  return [caption, '', head, '| --- | --- | --- | --- | --- | --- | --- |', ...lines].join('\n')
}

function lineOf(row: Row, commands: string): string {
  const { peer, installed, settings } = row
  const name = `${peer.name}${peer === watchpost ? '' : ` ${installed.version ?? ''}`}`.trim()
  if (installed.problem !== null) return `| ${name} | ${installed.problem} | — | — | — | — | not compared |`
  const cells = [
    rateOf(row.sends),
    rateOf(row.pairs),
    togetherOf(row.together),
    peer.noCommand ?? commands,
    settings,
    peer.lacks,
  ]
  return `| ${[name, ...cells].join(' | ')} |`
}

function rateOf(done: readonly Done[]): string {
  const problem = done.find((one) => one.problem !== null)?.problem
  if (problem) return problem === hasNone ? problem : `fails: ${problem}`
  return `${whole(median(done.map(({ rate }) => rate)))} (${median(done.map(({ cost }) => cost)).toFixed(3)} ms)`
}

function togetherOf(done: readonly Done[]): string {
  const ids = done.flatMap((one) => one.ids)
  const failed = done.reduce((sum, one) => sum + one.failed, 0)
  const problem = done.find((one) => one.problem !== null)?.problem
  if (ids.length === 0) return problem ? `fails: ${problem}` : 'none'
  const cost = done.reduce((sum, one) => sum + one.cost, 0) / ids.length
  const twice = ids.length - new Set(ids).size
  const seconds = Math.max(...done.map((one) => one.seconds))
  return `${whole(ids.length / seconds)} (${cost.toFixed(3)} ms), ${twice}, ${failed}`
}
