import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Desk, openDesk } from '../../support/cli.ts'
import { countWays, type Ways } from '../../support/counted-ways.ts'
import { withOwnPostgres } from '../../support/postgres.ts'

/** A connection takes one, and one more where the store is opened. */
const opening = 2
const mostTries = 5
/** Commands of a table take so many messages and items of work at most, whatever their tries. */
const consumed = 12
/** Who sends them: what one agent writes so often may be a loop, which is looked at step by step. */
const makers = Array.from({ length: 6 }, (_, at) => `maker-${at}`)

/** By the words of a command, the ways that it may take beside those, as `bob`; `ID` is his most pressing mail, `JOB` work that he holds. */
const most: readonly (readonly [words: string, ways: number])[] = [
  ['inbox', 4],
  ['agents', 7],
  ['owed', 60],
  ['stats', 30],
  ['fleet', 14],
  ['queue list', 5],
  ['reservations', 4],
  ['journal', 9],
  ['search parser', 30],
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

await withOwnPostgres([], (server) => {
  let desk: Desk
  let ways: Ways

  beforeAll(async () => {
    desk = openDesk()
    ways = await countWays(server)
    const { code, err } = desk.run(['--store', server.address, 'init', '--test', '--swarm', 'dev'])
    if (code !== 0) throw new Error(err)
    fill(0, 4)
  })
  afterAll(() => {
    ways.close()
    desk.close()
  })

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
    const input = lines.map((line) => JSON.stringify(line)).join('\n')
    const { code, err, out } = desk.run(['--store', server.address, 'batch'], { input })
    if (code !== 0) throw new Error(`${err}${out}`)
  }

  function idBy(...words: readonly string[]): string {
    const { out, err } = desk.run(['--store', server.address, '--as', 'bob', ...words, '--json'])
    const [, id] = /"id":\s*"(\w+)"/u.exec(out) ?? []
    if (id === undefined) throw new Error(err)
    return id
  }

  async function waysOf(words: string, address = ways.address) {
    const meant = words.split(' ').map((word) => {
      if (word === 'ID') return idBy('inbox')
      return word === 'JOB' ? idBy('claim', 'jobs') : word
    })
    ways.taken()
    const program = desk.start(['--store', address, '--as', 'bob', ...meant])
    const [code] = await once(program, 'close')
    return { ...ways.taken(), code }
  }

  /** On a busy machine statements that are sent at once may leave one by one: a command needs as few ways as it takes in the best try. */
  async function leastWaysOf(words: string, limit: number, address?: string) {
    let least = await waysOf(words, address)
    for (
      let tries = 1;
      tries < mostTries && (least.ways - opening > limit || least.connections > 1);
      tries += 1
    ) {
      const again = await waysOf(words, address)
      if (again.ways < least.ways) least = again
    }
    return least
  }

  describe.each(['few', 'many'])(
    'PostgreSQL: with %s agents a command takes few ways to the server',
    (amount) => {
      beforeAll(() => {
        if (amount === 'many') fill(4, 40)
      })

      test.each(most)('%s', async (words, limit) => {
        const taken = await leastWaysOf(words, limit)
        expect(taken).toMatchObject({ code: 0, connections: 1 })
        expect(taken.ways - opening).toBeLessThanOrEqual(limit)
      })
    },
  )

  describe('PostgreSQL: behind a pooler it takes no more of them', () => {
    test.each(most)('%s', async (words, limit) => {
      const taken = await leastWaysOf(words, limit, `${ways.address}?pooler=transaction`)
      expect(taken).toMatchObject({ code: 0, connections: 1 })
      expect(taken.ways - opening).toBeLessThanOrEqual(limit)
    })
  })
})
