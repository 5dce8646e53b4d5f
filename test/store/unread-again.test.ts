import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Claim } from '../../src/domain/queue.ts'
import { defaultQueue } from '../../src/domain/queue.ts'
import type { MailStore, Registration } from '../../store/mail-store.ts'
import { openSignals } from '../../store/sqlite/database/signals.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts'
import { makeFolder } from '../support/store-bare.ts'
import { act, doer, enroll, hour, minute, send, start, system } from './fixture.ts'

const later = start + hour
const never = new AbortController().signal
const agent = (more: Partial<Registration> = {}): Registration => ({
  address: 'reader',
  longForm: null,
  ...more,
})

let folder: ReturnType<typeof makeFolder>
let store: MailStore
let isRaised: (owner: string) => boolean

beforeEach(async () => {
  folder = makeFolder()
  store = await openSqliteStore(folder.location, { create: true, durability: 'normal' })
  isRaised = openSignals(folder.location).isRaised
  await enroll(store, 'writer', { address: 'other', role: 'dev' }, { address: 'reader', role: 'dev' })
  await store.queues.create({ ...defaultQueue, name: 'work', attempts: 5 }, system, start)
})
afterEach(async () => {
  await store.close()
  folder.remove()
})

const reading = doer('reader')
const undo = () => store.log.reverse(reading, 'undo', later)
const redo = () => store.log.reverse(reading, 'redo', later)
const endLeases = () => store.upkeep.endDue(system, 'leases', 20, start + 24 * hour)

async function mailThat(...verbs: readonly Parameters<typeof act>[2][]): Promise<number> {
  const id = await send(store)
  for (const verb of verbs) {
    const lease = { by: 'reader', until: start + minute }
    await act(store, 'reader', verb, id, verb === 'process' ? { lease } : {})
  }
  return id
}

/** Mail that only the holders of a role have. */
const roleMail = (...owners: readonly string[]) =>
  send(store, {
    to: owners.map((address) => ({ address, via: 'role:dev' })),
    selectors: [{ selector: 'role:dev', expiresAt: null }],
  })

async function takenBy(session: string): Promise<void> {
  await store.sessions.beat('reader', session, null, start)
  const by = doer('reader', { session })
  const [held] = await store.deliveries.hold(by, 'reader', [await send(store)], start + minute, start)
  if (held?.hold == null) throw new Error('not held')
  const as = { verb: 'process', lease: { by: session, until: start + minute } } as const
  await store.deliveries.settle(by, 'reader', [held.hold], as, start)
}

async function claimed(): Promise<Claim> {
  await send(store, { to: [{ address: 'queue:work', via: 'queue:work', owes: false }] })
  const claim = await store.queues.claim(reading, { queue: 'work', forms: ['reader'], lease: null }, start)
  if (claim === null) throw new Error('not claimed')
  return { message: claim.letter.message.id, attempt: claim.attempt }
}

const redelivered = (message: number, address: string) =>
  store.deliveries.redeliver(system, { message, to: [{ address, via: 'to', owes: true }], held: [] }, later)

type Way = readonly [how: string, owner: string, arrange: () => Promise<() => Promise<unknown>>]

/** Each arranges mail that is not unread, and gives what makes it unread again. */
const ways: readonly Way[] = [
  [
    'marked unread',
    'reader',
    async () => {
      const id = await mailThat('ack')
      return () => act(store, 'reader', 'unread', id)
    },
  ],
  [
    'given up while in progress',
    'reader',
    async () => {
      const id = await mailThat('process')
      return () => act(store, 'reader', 'unread', id)
    },
  ],
  [
    'restored from the archive',
    'reader',
    async () => {
      const id = await mailThat('archive')
      return () => act(store, 'reader', 'restore', id)
    },
  ],
  [
    'restored from the archive, where its snooze was put',
    'reader',
    async () => {
      const id = await send(store)
      await act(store, 'reader', 'snooze', id, { until: later })
      await act(store, 'reader', 'archive', id)
      return () => act(store, 'reader', 'restore', id)
    },
  ],
  ...(['ack', 'process', 'complete', 'fail', 'archive'] as const).map(
    (verb): Way => [
      `undone: ${verb}`,
      'reader',
      async () => {
        await mailThat(verb)
        return undo
      },
    ],
  ),
  [
    'marked unread, which was undone and is redone',
    'reader',
    async () => {
      await mailThat('ack', 'unread')
      await undo()
      return redo
    },
  ],
  [
    'a role’s, completed by somebody else, who undoes that',
    'other',
    async () => {
      await roleMail('reader', 'other').then((id) => act(store, 'reader', 'complete', id))
      return undo
    },
  ],
  [
    'a role’s, when its holder has the role again',
    'reader',
    async () => {
      await roleMail('reader')
      await store.roster.update(agent({ role: null }), system, start)
      return () => store.roster.update(agent({ role: 'dev' }), system, later)
    },
  ],
  [
    'held mail, when somebody registers under its name',
    'newcomer',
    async () => {
      await send(store, { to: [], selectors: [{ selector: 'agent:newcomer', expiresAt: null }] })
      return () => enroll(store, 'newcomer')
    },
  ],
  [
    'in progress, when its lease ends',
    'reader',
    async () => {
      await mailThat('process')
      return endLeases
    },
  ],
  [
    'in progress, when its session is dead',
    'reader',
    async () => {
      await takenBy('s1')
      return async () =>
        store.sessions.takeBack(
          doer('reader', { session: 's2' }),
          await store.sessions.work('reader', 9),
          later,
        )
    },
  ],
  [
    'a dead letter, redelivered',
    'reader',
    async () => {
      const id = await send(store, { to: [{ address: 'reader', expiresAt: start + minute }] })
      await store.deliveries.bury(later, 20)
      return () => redelivered(id, 'reader')
    },
  ],
  [
    'a dead letter, redelivered to somebody else',
    'other',
    async () => {
      const id = await send(store, { to: [{ address: 'reader', expiresAt: start + minute }] })
      await store.deliveries.bury(later, 20)
      return () => redelivered(id, 'other')
    },
  ],
  [
    'a failed request, redelivered',
    'reader',
    async () => {
      const id = await mailThat('fail')
      return () => redelivered(id, 'reader')
    },
  ],
  [
    'a claim, released',
    'queue:work',
    async () => {
      const claim = await claimed()
      return () => store.queues.release(reading, claim, later)
    },
  ],
  [
    'a claim, failed and tried again',
    'queue:work',
    async () => {
      const claim = await claimed()
      return () => store.queues.finish(reading, [claim], { verb: 'fail' }, start)
    },
  ],
  [
    'a claim, when its lease ends',
    'queue:work',
    async () => {
      await claimed()
      return () => store.queues.returnLapsed(system, 20, start + 24 * hour)
    },
  ],
  [
    'a claim, when its session is dead',
    'queue:work',
    async () => {
      await claimed()
      return async () => store.sessions.takeBack(system, await store.sessions.work(null, 9), later)
    },
  ],
]

const unreadOf = async (owner: string) => {
  const filter = { boxes: ['unread'] } as const
  return (await store.deliveries.page(owner, filter, later, { limit: 9, after: null })).rows.length
}

describe('mail that is unread again raises its owner’s signal and wakes who waits for it', () => {
  it.each(ways)('%s', async (_, owner, arrange) => {
    const makeUnread = await arrange()
    expect([await unreadOf(owner), isRaised(owner)]).toEqual([0, false])
    const waiting = store.live.mail(owner, never)
    await makeUnread()
    expect([await unreadOf(owner), isRaised(owner)]).toEqual([1, true])
    await waiting
  })
})

describe('mail that time or its reader gives back keeps the signal raised', () => {
  it.each([
    [
      'snoozed',
      async () => {
        await act(store, 'reader', 'snooze', await send(store), { until: start + minute })
        return () => store.upkeep.endDue(system, 'snoozes', 20, later)
      },
    ],
    [
      'held and not shown',
      async () => {
        const [held] = await store.deliveries.hold(reading, 'reader', [await send(store)], later, start)
        return () => store.deliveries.release(reading, 'reader', held?.hold == null ? [] : [held.hold], later)
      },
    ],
  ])('%s', async (_, arrange) => {
    const giveBack = await arrange()
    expect(isRaised('reader')).toBe(true)
    const changed = store.live.changed(never)
    await giveBack()
    await changed
    expect([await unreadOf('reader'), isRaised('reader')]).toEqual([1, true])
  })
})
