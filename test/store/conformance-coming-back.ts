import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { defaultQueue } from '../../src/domain/queue.ts'
import type { MailStore, Registration } from '../../store/mail-store.ts'
import {
  act,
  doer,
  enroll,
  hour,
  idsIn,
  minute,
  type Open,
  type Opened,
  send,
  start,
  system,
} from './fixture.ts'

const role = 'role:dev'
const tag = 'concern:costs'
const later = start + 24 * hour
const lease = { by: 'reader', until: start + minute }

type Way = {
  readonly how: string
  /** What its owner does with unread mail. */
  begin(store: MailStore, id: number): Promise<unknown>
  /** A role that is lost takes such a copy at once. */
  readonly goesWithRole?: boolean
  /** Its owner had not read it. */
  readonly isNew?: boolean
  /** How it is unread again. */
  end(store: MailStore, id: number): Promise<unknown>
}

const undo = (store: MailStore) => store.log.reverse(doer('reader'), 'undo', later)
const process = (store: MailStore, id: number) => act(store, 'reader', 'process', id, { lease })

async function takeInSession(store: MailStore, id: number): Promise<void> {
  await store.sessions.beat('reader', 's1', null, start)
  const by = doer('reader', { session: 's1' })
  const [held] = await store.deliveries.hold(by, 'reader', [id], start + minute, start)
  if (held?.hold == null) throw new Error('not held')
  const as = { verb: 'process', lease: { by: 's1', until: start + minute } } as const
  await store.deliveries.settle(by, 'reader', [held.hold], as, start)
}

/** Every way by which a copy of an agent becomes unread again. What a loop held back: conformance-loops.ts. */
const ways: readonly Way[] = [
  {
    how: 'in progress, and given up',
    begin: process,
    end: (store, id) => act(store, 'reader', 'unread', id, {}, later),
  },
  {
    how: 'in progress, when its lease ends',
    begin: process,
    end: (store) => store.upkeep.endDue(system, 'leases', 20, later),
  },
  {
    how: 'in progress, when its session is gone',
    begin: takeInSession,
    end: async (store) => store.sessions.takeBack(system, await store.sessions.work(null, 20), later),
  },
  { how: 'in progress, which is undone', isNew: true, begin: process, end: undo },
  {
    how: 'read, and marked unread',
    goesWithRole: true,
    begin: (store, id) => act(store, 'reader', 'ack', id),
    end: (store, id) => act(store, 'reader', 'unread', id, {}, later),
  },
  {
    how: 'archived, and restored',
    isNew: true,
    begin: (store, id) => act(store, 'reader', 'archive', id),
    end: (store, id) => act(store, 'reader', 'restore', id, {}, later),
  },
  {
    how: 'snoozed and archived, and restored',
    isNew: true,
    async begin(store, id) {
      await act(store, 'reader', 'snooze', id, { until: later })
      await act(store, 'reader', 'archive', id)
    },
    end: (store, id) => act(store, 'reader', 'restore', id, {}, later),
  },
  {
    how: 'archived, which is undone',
    isNew: true,
    begin: (store, id) => act(store, 'reader', 'archive', id),
    end: undo,
  },
  {
    how: 'failed, which is undone',
    isNew: true,
    begin: (store, id) => act(store, 'reader', 'fail', id),
    end: undo,
  },
  {
    how: 'snoozed until now',
    isNew: true,
    begin: (store, id) => act(store, 'reader', 'snooze', id, { until: start + minute }),
    end: (store) => store.upkeep.endDue(system, 'snoozes', 20, later),
  },
  {
    how: 'snoozed while in progress, and given up when it is back',
    goesWithRole: true,
    async begin(store, id) {
      await process(store, id)
      await act(store, 'reader', 'snooze', id, { until: start + minute })
    },
    async end(store, id) {
      await store.upkeep.endDue(system, 'snoozes', 20, later)
      await act(store, 'reader', 'unread', id, {}, later)
    },
  },
]

type Loss = {
  readonly what: string
  readonly ways: readonly string[]
  /** Others have their own copy by these. */
  readonly others?: readonly string[]
  lose(store: MailStore): Promise<unknown>
  readonly left: object
  readonly isTold: boolean
  /** What its owner had read stays with them. */
  readonly keepsKnown?: boolean
  /** Who has it then, besides the one that joins in the end. */
  readonly next?: string
}

const change = (store: MailStore, more: Partial<Registration>) =>
  store.roster.update({ address: 'reader', longForm: null, ...more }, system, start)
const retire = (store: MailStore) => store.roster.setState('reader', 'dead', system, start)
const passedOn = { box: 'archived', was: 'unread', owes: false }

const losses: readonly Loss[] = [
  {
    what: 'its owner is retired',
    ways: ['to'],
    lose: retire,
    left: { box: 'dead', deadReason: 'retired', owes: false },
    isTold: true,
  },
  {
    what: 'its owner is retired, and it went to all',
    ways: ['all'],
    lose: retire,
    left: { box: 'expired', was: 'unread' },
    isTold: false,
  },
  {
    what: 'its owner is retired, and had it by a role',
    ways: [role],
    lose: retire,
    left: passedOn,
    isTold: false,
  },
  {
    what: 'its owner lost the role',
    ways: [role],
    lose: (store) => change(store, { role: null }),
    left: passedOn,
    isTold: false,
  },
  {
    what: 'its owner lost the role, which another one has since',
    ways: [role],
    async lose(store) {
      await change(store, { role: null })
      await enroll(store, { address: 'next', role: 'dev' })
    },
    left: passedOn,
    isTold: false,
    next: 'next',
  },
  {
    what: 'its owner lost the tag',
    ways: [tag],
    lose: (store) => change(store, { removeTags: [tag] }),
    left: { box: 'dead', deadReason: 'tag-lost', owes: false },
    isTold: true,
    keepsKnown: true,
  },
  {
    what: 'its owner lost the tag, which another one bears',
    ways: [tag],
    others: [tag],
    lose: (store) => change(store, { removeTags: [tag] }),
    left: passedOn,
    isTold: false,
    keepsKnown: true,
    next: 'other',
  },
  {
    what: 'its owner lost the role, and was named',
    ways: ['to', role],
    lose: (store) => change(store, { role: null }),
    left: { box: 'unread', via: 'to', owes: true },
    isTold: false,
  },
]

const cases = losses.flatMap((loss) =>
  ways
    .filter(({ goesWithRole = false }) => !(goesWithRole && loss.ways.every((way) => way === role)))
    .map((way) => ({ ...way, ...loss })),
)

/** What becomes of a copy that comes back to somebody who is not any more what it came by. */
export function comingBackCases(open: Open): void {
  let opened: Opened
  let store: MailStore

  beforeEach(async () => {
    opened = await open()
    store = opened.store
    await enroll(store, 'writer', { address: 'reader', role: 'dev', addTags: [tag] })
    await enroll(store, { address: 'other', addTags: [tag] })
  })
  afterEach(() => opened.close())

  function sent({ ways: [via = 'to', ...alsoVia], others = [] }: Loss): Promise<number> {
    const selectors = [via, ...alsoVia].filter((way) => way !== 'to')
    return send(store, {
      to: [{ address: 'reader', via, alsoVia }, ...others.map((way) => ({ address: 'other', via: way }))],
      selectors: selectors.map((selector) => ({ selector, expiresAt: null })),
    })
  }

  describe.each(cases)('$how: $what', (one) => {
    it('is what unread mail became at that moment', async () => {
      if (one.others === undefined)
        await store.roster.update({ address: 'other', longForm: null, removeTags: [tag] }, system, start)
      const unread = await sent(one)
      const begun = await sent(one)
      await one.begin(store, begun)
      await one.lose(store)
      await one.end(store, begun)
      const told = one.keepsKnown === true && one.isNew !== true ? [unread] : [unread, begun]
      for (const id of [unread, begun]) {
        const copy = await store.deliveries.find('reader', id)
        const stays = id === begun && one.keepsKnown === true && one.isNew !== true
        expect(copy).toMatchObject(stays ? { box: 'unread', via: tag, owes: true } : one.left)
        expect(copy?.heldBy ?? null).toBe(null)
        if (copy?.box !== 'unread') expect(copy).not.toHaveProperty('returned')
      }
      expect(await store.deliveries.untold(null, 9)).toEqual(one.isTold ? told : [])
      if (one.next !== undefined) expect(await idsIn(store, one.next)).toEqual([unread, begun])
      await enroll(store, { address: 'late', role: 'dev' })
      const isKept = one.ways.includes(role) || one.ways.includes('all')
      expect(await idsIn(store, 'late')).toEqual(isKept ? [unread, begun] : [])
    })
  })

  it.each([
    ['its claimant is retired', () => retire(store)],
    ['its claimant lost role and tag', () => change(store, { role: null, removeTags: [tag] })],
  ])('an item goes back to its queue where %s', async (_, lose) => {
    await store.queues.create({ ...defaultQueue, name: 'work', attempts: 5 }, system, start)
    const id = await send(store, { to: [{ address: 'queue:work', via: 'queue:work', owes: false }] })
    await store.queues.claim(doer('reader'), { queue: 'work', forms: ['reader'], lease: null }, start)
    await lose()
    await store.queues.returnLapsed(system, 20, later)
    expect(await store.deliveries.find('queue:work', id)).toMatchObject({ box: 'unread', heldBy: null })
    expect(await store.deliveries.untold(null, 9)).toEqual([])
  })

  it('that is undone leaves it as it was, as far as its owner may have it', async () => {
    const id = await sent({ ...(losses[5] as Loss) })
    await act(store, 'reader', 'archive', id)
    await store.roster.update({ address: 'other', longForm: null, removeTags: [tag] }, system, start)
    await change(store, { removeTags: [tag] })
    await act(store, 'reader', 'restore', id, {}, later)
    expect(await store.deliveries.find('reader', id)).toMatchObject({ box: 'dead' })
    await undo(store)
    expect(await store.deliveries.find('reader', id)).toMatchObject({ box: 'archived', was: 'unread' })
    await store.log.reverse(doer('reader'), 'redo', later)
    expect(await store.deliveries.find('reader', id)).toMatchObject({ box: 'dead' })
  })
}
