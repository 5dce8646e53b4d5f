import type { Mailbox } from '../../mailbox.ts'
import { atMost, duration, type Figure, rate, timeCall, whole } from './measure.ts'
import { firstAgent, makeWorld, openFor } from './world.ts'

const deepPages = 100
const work = 1_000

/** What one size of store answered: microseconds of a call, and deeds a second, by what was asked. */
export type Answers = { readonly size: number; readonly times: ReadonlyMap<string, string> }

export async function benchCalls(location: string, size: number, indexed: number): Promise<Answers> {
  const { mailbox, close } = await openFor(location, firstAgent)
  const times = new Map<string, string>()
  for (const [what, call] of await callsOf(mailbox)) times.set(what, duration(await timeCall(call, 60)))
  times.set('messages indexed for search a second', whole(indexed))
  if (size >= 100_000) for (const [what, done] of await benchWork(mailbox)) times.set(what, whole(done))
  await close()
  return { size, times }
}

const fleetSize = { agents: 2_000, messages: 200_000 }
const fleetAim = 30_000

/** What a supervisor's board asks for after every change: a row for each agent, at once. */
export async function benchFleet(location: string): Promise<readonly Figure[]> {
  await makeWorld(location, fleetSize.messages, fleetSize.agents)
  const { mailbox, close } = await openFor(location, firstAgent)
  const taken = await timeCall(() => mailbox.fleet({ limit: 5_000 }), 60)
  await close()
  const what = `fleet, 2,000 agents, at ${whole(fleetSize.messages)} messages`
  return [atMost(what, taken, fleetAim, duration)]
}

async function callsOf(mailbox: Mailbox): Promise<readonly (readonly [string, () => Promise<unknown>])[]> {
  const deep = await deepCursor(mailbox)
  const query = ['merge', 'schema']
  return [
    ['inbox, first 50', () => mailbox.inbox({})],
    ['inbox, 50 after the first 50,000 (or what there is)', () => mailbox.inbox(deep)],
    ['inbox of all agents, first 50', () => mailbox.inbox({ everyone: true })],
    ['count of unread', () => mailbox.count({})],
    ['attention, first page', () => mailbox.attention({})],
    ['attention, counts', () => mailbox.attention({ count: true })],
    ['what I owe, first 50', () => mailbox.owed({ byMe: true })],
    ['what others owe me, first 50', () => mailbox.owed({ toMe: true })],
    ['stats of a day (86,400 messages, or all there are)', () => mailbox.stats({})],
    ['search for `is:pinned`, newest 20', () => mailbox.search({ query: ['is:pinned'], limit: 20 })],
    ['search for two words, newest 20', () => mailbox.search({ query, limit: 20 })],
    ['search for two words, best 20', () => mailbox.search({ query, limit: 20, best: true })],
  ]
}

async function deepCursor(mailbox: Mailbox): Promise<{ readonly after?: string }> {
  let after: string | null = null
  for (let page = 0; page < deepPages; page += 1) {
    const { next }: { readonly next: string | null } = await mailbox.inbox({
      limit: 500,
      ...(after === null ? {} : { after }),
    })
    if (next === null) break
    after = next
  }
  return after === null ? {} : { after }
}

/** Taking mail, and acknowledging it, each a transaction of its own. */
async function benchWork(mailbox: Mailbox): Promise<readonly (readonly [string, number])[]> {
  const taken: string[] = []
  const takes = await rate(5, async () => {
    for (let at = 0; at < work; at += 1) {
      const { value, settle } = await mailbox.next({})
      await settle()
      taken.push(value.message.id)
    }
    return work
  })
  const acks = await rate(5, async () => {
    for (const id of taken.splice(0, work)) await mailbox.ack({ messages: [id] })
    return work
  })
  return [
    ['`next` a second (hold, then settle: two transactions)', takes],
    ['`ack` a second', acks],
  ]
}

/** One row for each thing asked, the sizes beside each other. */
export function rowsOf(answers: readonly Answers[]): readonly Figure[] {
  const asked = [...new Set(answers.flatMap(({ times }) => [...times.keys()]))]
  return asked.map((what) => {
    const known = answers.filter(({ times }) => times.has(what))
    const sizes = known.map(({ size }) => size.toLocaleString('en')).join(' / ')
    return {
      what: `${what}, at ${sizes} messages`,
      figure: known.map(({ times }) => times.get(what)).join(' / '),
    }
  })
}
