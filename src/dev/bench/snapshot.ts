import type { MailStore } from '../../../store/mail-store.ts'
import { openPostgresStore } from '../../../store/postgres/postgres-store.ts'
import { startOwn } from '../../../test/support/postgres-server.ts'
import { later, quantile, whole } from './measure.ts'
import { agent, by, openClients, openStores, postOf, senders, settings, together } from './postgres.ts'
import { circumstances } from './report.ts'

/** Messages a second of all senders, as long as nobody asks how many there could be. */
const pace = 800
const minute = 60_000
const [withoutMinutes, withMinutes] = [3, 10]
/** So long all send as fast as they can, to see how many a second there could be, ms. */
const burst = 10_000

/** What a reader does with each message: each verb makes one more version of its copy. */
type Habit = { readonly name: string; readonly verbs: readonly ('ack' | 'archive')[] }
const habits: readonly Habit[] = [
  { name: 'archived', verbs: ['archive'] },
  { name: 'acknowledged, then archived', verbs: ['ack', 'archive'] },
]

type Phase = {
  readonly habit: Habit
  readonly what: string
  readonly sent: number
  /** Of these, a second: the pace, unless the machine cannot keep it. */
  readonly rate: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
  /** Messages a second, as fast as possible, at the end. */
  readonly most: number
  /** Of the table of copies with its indexes, for each message sent in this phase. */
  readonly bytes: number
}

/**
 * What a transaction that somebody else holds open for long costs, such as a dump of the same database: no version of a row that
 * it may still see can be removed.
 */
export async function benchSnapshot(say: (what: string) => void, quick: boolean): Promise<string> {
  const pairs: [Phase, Phase][] = []
  for (const habit of habits) pairs.push(await phasesOf(habit, say, quick))
  return tableOf(pairs)
}

/** The same without and with such a transaction, on a server of its own. */
async function phasesOf(habit: Habit, say: (what: string) => void, quick: boolean): Promise<[Phase, Phase]> {
  const server = await startOwn(settings)
  try {
    const made = await openPostgresStore(server.address, { create: true })
    for (let at = 0; at < 2 * senders; at += 1)
      await made.roster.register({ address: agent(at), longForm: null }, by('system'), Date.now())
    await made.close()
    const stores = await openStores(server.address, senders)
    const [watcher, holder] = await openClients(server.address, 2)
    const size = async () =>
      Number((await watcher?.query("SELECT pg_total_relation_size('watchpost.deliveries') AS n"))?.rows[0].n)
    const scale = quick ? 0.1 : 1
    const phase = async (what: string, minutes: number): Promise<Phase> => {
      say(`${habit.name}: ${what}`)
      const before = await size()
      const { sent, rate, times } = await atPace(stores, habit, minutes * minute * scale)
      const more = await atOnce(stores, habit, burst * scale)
      const bytes = ((await size()) - before) / (sent + more.sent)
      const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)]
      return { habit, what, sent, rate, p50, p99, most: more.rate, bytes }
    }
    await atOnce(stores, habit, burst * scale)
    const free = await phase('nobody', withoutMinutes)
    await holder?.query('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM watchpost.facts')
    const held = await phase('a transaction that was begun before', withMinutes)
    for (const store of stores) await store.close()
    return [free, held]
  } finally {
    await server.stop()
  }
}

/** Sends one message, which its reader deals with at once. */
async function sendOne(store: MailStore, { verbs }: Habit, caller: number): Promise<number> {
  const reader = agent(senders + caller)
  const begun = performance.now()
  const { id } = await store.messages.deliver(postOf(caller))
  const took = performance.now() - begun
  for (const verb of verbs)
    await store.deliveries.move(by(reader), reader, [{ message: id }], { verb, at: Date.now() })
  return took
}

async function atPace(stores: readonly MailStore[], habit: Habit, length: number) {
  const begun = performance.now()
  // As each command does after its answer.
  const tidying = setInterval(() => void stores[0]?.live.tidy(20).catch(() => undefined), 1_000)
  const times: number[] = []
  let next = 0
  await Promise.all(
    Array.from({ length: senders }, async (_, caller) => {
      for (;;) {
        const due = (next++ * 1_000) / pace
        if (due > length || performance.now() - begun > length) return
        await later(begun + due - performance.now())
        times.push(await sendOne(stores[caller % stores.length] as MailStore, habit, caller))
      }
    }),
  )
  clearInterval(tidying)
  const took = (performance.now() - begun) / 1_000
  return { sent: times.length, rate: times.length / took, times }
}

async function atOnce(stores: readonly MailStore[], habit: Habit, length: number) {
  const end = performance.now() + length
  const { rate, times } = await together(senders, async (caller) => {
    if (performance.now() > end) return false
    await sendOne(stores[caller % stores.length] as MailStore, habit, caller)
    return true
  })
  return { rate, sent: times.length }
}

function tableOf(pairs: readonly (readonly [Phase, Phase])[]): string {
  const caption = `\`npm run bench -- --snapshot --write\` wrote this table in one run on ${circumstances()}: ${senders} connections send ${pace} messages a second, or as many as the machine can, for ${withoutMinutes} minutes, then for ${withMinutes} while a transaction stays open; each message is dealt with at once. At the end of both, all do that as fast as they can.`
  const rows = pairs
    .flat()
    .map(
      ({ habit, what, sent, rate, p50, p99, most, bytes }) =>
        `| ${habit.name} | ${what} | ${whole(sent)} | ${whole(rate)} | ${p50.toFixed(1)} / ${p99.toFixed(1)} ms | ${whole(most)} | ${whole(bytes)} bytes |`,
    )
  const head =
    '| each message is | who holds a transaction open | messages | sent a second | a send, p50 / p99 | at most, a second | copies, for each message |'
  const ratios = pairs.map(
    ([free, held]) =>
      `Where each is ${free.habit.name}, copies take ${(held.bytes / free.bytes).toFixed(2)} times the room (aim: less than 2), and ${(held.most / free.most).toFixed(2)} times as many messages can be sent (aim: at least 0.8).`,
  )
  return [
    caption,
    '',
    head,
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
    '',
    ratios.join(' '),
  ].join('\n')
}
