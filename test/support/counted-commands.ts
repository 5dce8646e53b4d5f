import { once } from 'node:events'
import { openDesk } from './cli.ts'
import { countWays } from './counted-ways.ts'
import type { OwnServer } from './postgres-server.ts'

/** A connection takes one, and one more where the store is opened. */
export const opening = 2
const mostTries = 5
/** Commands of a table take so many messages and items of work at most, whatever their tries. */
const consumed = 12
/** Who sends them: what one agent writes so often may be a loop, which is looked at step by step. */
const makers = Array.from({ length: 12 }, (_, at) => `maker-${at}`)

/** By the words of a command, the ways that it may take beside those, as `bob`; `ID` is his most pressing mail, `JOB` work that he holds. */
export const countedCommands: readonly (readonly [words: string, ways: number])[] = [
  ['inbox', 2],
  ['agents', 4],
  ['owed', 4],
  ['stats', 4],
  ['fleet', 4],
  ['queue list', 3],
  ['reservations', 3],
  ['journal', 4],
  ['search parser', 4],
  ['timeline', 4],
  ['places', 3],
  ['agents show cy', 3],
  ['status-line', 2],
  ['attention', 4],
  ['glance', 4],
  ['away', 4],
  ['task list', 2],
  ['task board', 4],
  ['debate list', 9],
  ['debate board', 4],
  ['draft list', 2],
  ['view counts', 4],
  ['channel list', 3],
  ['presence', 2],
  ['send cy -s Again -b Parser', 4],
  ['send all -s Again -b Parser', 4],
  ['reply ID -b Done', 6],
  ['forward ID dee', 6],
  ['next', 4],
  ['ack ID', 4],
  ['process ID', 4],
  ['complete ID', 4],
  ['archive ID', 4],
  ['claim jobs', 3],
  ['complete JOB', 7],
  ['release JOB', 12],
]

function idIn(text: string): string {
  return /"id":\s*"(\w+)"/u.exec(text)?.[1] ?? ''
}

type Taken = { readonly ways: number; readonly connections: number; readonly code: number }

/** A store on a server, and whole commands in it whose ways to the server are counted. */
export async function openCountedCommands(server: OwnServer) {
  const desk = openDesk()
  const ways = await countWays(server)
  const { code, err } = desk.run(['--store', server.address, 'init', '--test', '--swarm', 'dev'])
  if (code !== 0) throw new Error(err)

  /** Agents with mail for each other. */
  function fill(from: number, to: number): void {
    const names = ['bob', 'cy', 'dee', ...makers]
    const lines: object[] =
      from === 0 ? names.map((agent) => ({ command: 'agents register', input: { agent } })) : []
    for (let at = from; at < to; at += 1) {
      lines.push({ command: 'agents register', input: { agent: `worker-${at}` } })
      const mail = { subject: `Parser ${at}`, body: 'The parser drops a token.', kind: 'request' }
      lines.push({ command: 'send', as: `worker-${at}`, input: { ...mail, to: ['bob'] } })
      lines.push({ command: 'send', as: 'bob', input: { ...mail, to: [`worker-${at}`] } })
    }
    if (from === 0) lines.push({ command: 'queue create', input: { queue: 'jobs' } })
    for (let at = 0; at < consumed; at += 1)
      for (const to of ['queue:jobs', 'bob']) {
        const subject = `Job ${from} ${at} ${to}`
        lines.push({
          command: 'send',
          as: makers[at % makers.length],
          input: { subject, body: 'Mend it.', to: [to] },
        })
      }
    batch(lines)
    happen(from, to)
  }

  /** Of some agents a debate that others answered, work that each finished, and a handoff. */
  function happen(from: number, to: number): void {
    const workers = Array.from(
      { length: Math.min(to - from, makers.length) },
      (_, at) => `worker-${from + at}`,
    )
    const claims = batch(
      workers.map((as) => {
        const input = {
          to: ['dee'],
          kind: 'claim',
          subject: `Cache, says ${as}`,
          body: `We need one, says ${as}.`,
        }
        return { command: 'send', as, input }
      }),
    )
    const replies = workers.map((_, at) => {
      const as = makers[at % makers.length]
      return {
        command: 'reply',
        as,
        input: { message: claims[at], kind: 'counter', body: `Not for ${workers[at]}.` },
      }
    })
    const taken = batch(workers.map((as) => ({ command: 'next', as, input: { take: true } })))
    const ends = workers.map((as, at) => ({ command: 'complete', as, input: { messages: [taken[at]] } }))
    const handoffs = workers.map((as, at) => {
      const input = {
        to: [workers[(at + 1) % workers.length]],
        done: [`Half of ${at}`],
        next: [`The rest of ${at}`],
      }
      return { command: 'handoff', as, input }
    })
    batch([...replies, ...ends, ...handoffs])
  }

  /** @returns the first id that each line answers */
  function batch(lines: readonly object[]): readonly string[] {
    const input = lines.map((line) => JSON.stringify(line)).join('\n')
    const { code, err, out } = desk.run(['--store', server.address, 'batch'], { input })
    if (code !== 0) throw new Error(`${err}${out}`)
    return out.trim().split('\n').map(idIn)
  }

  function idBy(...words: readonly string[]): string {
    const { out, err } = desk.run(['--store', server.address, '--as', 'bob', ...words, '--json'])
    const id = idIn(out)
    if (id === '') throw new Error(err)
    return id
  }

  async function waysOf(words: string, address = ways.address): Promise<Taken> {
    const meant = words.split(' ').map((word) => {
      if (word === 'ID') return idBy('inbox')
      return word === 'JOB' ? idBy('claim', 'jobs') : word
    })
    ways.taken()
    const program = desk.start(['--store', address, '--as', 'bob', ...meant])
    const [code] = await once(program, 'close')
    const { ways: all, connections } = ways.taken()
    return { ways: all - opening, connections, code: Number(code) }
  }

  /** On a busy machine statements that are sent at once may leave one by one: a command needs as few ways as it takes in the best try. */
  async function leastWaysOf(words: string, limit: number, address?: string): Promise<Taken> {
    let least = await waysOf(words, address)
    for (let tries = 1; tries < mostTries && (least.ways > limit || least.connections > 1); tries += 1) {
      const again = await waysOf(words, address)
      if (again.ways < least.ways) least = again
    }
    return least
  }

  return {
    /** What a program opens so that its ways are counted. */
    address: ways.address,
    fill,
    leastWaysOf,
    close() {
      ways.close()
      desk.close()
    },
  }
}
