import { afterEach, beforeEach, expect, it } from 'vitest'
import type { MailStore, Posted } from '../../store/mail-store.ts'
import {
  doer,
  enroll,
  firstPage,
  hour,
  idsIn,
  minute,
  type Open,
  type Opened,
  post,
  start,
  type Written,
} from './fixture.ts'

const caps = { exchanged: 6, sent: 12 }

export function loopCases(open: Open): void {
  let opened: Opened
  let store: MailStore
  let now = start
  let written: number[] = []
  beforeEach(async () => {
    opened = await open()
    store = opened.store
    now = start
    written = []
    await enroll(store, 'al', 'bob', 'cy', 'dee', { address: 'alice', kind: 'user' })
    await enroll(store, { address: 'boss', canComplete: true })
  })
  afterEach(() => opened.close())

  /** As an agent writes: a second after the message before. */
  async function write(from: string, to: string | readonly string[], more: Written = {}): Promise<Posted> {
    now += 1000
    const isCapped = from !== 'alice' && from !== 'boss'
    const posted = await store.messages.deliver(
      post({ from, to: [to].flat(), sentAt: now, ...(isCapped && { caps }), ...more }),
    )
    written.push(posted.id)
    return posted
  }

  /** The id of what was written as this one of all, from 1. A change that was undone has used up numbers. */
  const nth = (count: number) => written[count - 1] ?? 0
  const those = (...counts: readonly number[]) => counts.map(nth)

  /** Two who write to each other by turns; gives what each time was held back. */
  async function pingPong(times: number, more: (at: number) => Written = () => ({})): Promise<Posted[]> {
    const sent: Posted[] = []
    for (let at = 0; at < times; at += 1)
      sent.push(await write(at % 2 === 0 ? 'al' : 'bob', at % 2 === 0 ? 'bob' : 'al', more(at)))
    return sent
  }

  const firstHeld = (sent: readonly Posted[]) => sent.findIndex(({ withheld }) => withheld !== undefined)
  const loops = async () => (await store.loops.list(firstPage())).rows
  const loopOf = async () => (await loops())[0]?.id ?? 0
  const end = (id: number, ending: 'continued' | 'stopped', most = 100) =>
    store.loops.end({ doer: doer('alice'), at: (now += 1000) }, id, ending, most)

  it('two who write to each other: what goes beyond the cap is stored, and held back', async () => {
    const sent = await pingPong(9)
    expect(firstHeld(sent)).toBe(6)
    expect(await loops()).toMatchObject([
      { sort: 'pair', thread: null, agents: ['al', 'bob'], count: 6, since: start + 1000, held: 3 },
    ])
    expect(await idsIn(store, 'bob')).toEqual(those(1, 3, 5))
    expect(await store.deliveries.find('bob', nth(7))).toMatchObject({ box: 'withheld', owes: false })
    expect((await store.deliveries.count('bob', now)).total).toBe(3)
    expect((await store.deliveries.owed({ by: 'bob', to: null }, now, firstPage())).rows).toHaveLength(3)
    expect((await store.messages.read(nth(7), 'bob'))?.message.body).toBe('body')
    // Others still reach them.
    expect((await write('cy', 'bob')).withheld).toBeUndefined()
    // Of several recipients only the other one of the pair waits.
    expect((await write('al', ['bob', 'cy'])).withheld).toEqual({ loop: await loopOf(), from: ['bob'] })
    expect(await idsIn(store, 'cy')).toEqual(those(11))
  })

  it('lets the mail go on, the oldest first, a part at a time, and counts anew', async () => {
    await pingPong(9)
    const id = await loopOf()
    const known = await store.log.newest()
    expect(await end(id, 'continued', 2)).toMatchObject({ messages: 2, more: true })
    const first = await store.loops.letGo('bob', known)
    expect([first.rows, (await store.loops.letGo('al', known)).rows]).toEqual([those(7), those(8)])
    expect(await loops()).toHaveLength(1)
    expect((await write('al', 'bob')).withheld).toEqual({ loop: await loopOf(), from: ['bob'] })
    expect(await end(id, 'continued')).toEqual({ agents: ['bob'], messages: 2, more: false })
    expect((await store.loops.letGo('bob', first.next)).rows).toEqual(those(9, 10))
    expect(await loops()).toEqual([])
    expect(await idsIn(store, 'bob')).toEqual(those(1, 3, 5, 7, 9, 10))
    expect(await store.deliveries.find('bob', nth(7))).toMatchObject({ box: 'unread', owes: true })
    expect(await store.loops.wasLetGo(nth(7))).toBe(true)
    expect(await store.loops.wasLetGo(nth(5))).toBe(false)
    expect(firstHeld(await pingPong(8))).toBe(6)
    await expect(end(id, 'continued')).rejects.toMatchObject({ code: 'not-found' })
  })

  it('stops it: what was held back is put away, and never was unread', async () => {
    await pingPong(8)
    expect(await end(await loopOf(), 'stopped')).toMatchObject({ messages: 2, more: false })
    expect(await idsIn(store, 'bob')).toEqual(those(1, 3, 5))
    expect(await store.deliveries.find('bob', nth(7))).toMatchObject({ box: 'archived', was: 'unread' })
    expect(await store.loops.wasLetGo(nth(7))).toBe(false)
    expect(await store.live.signals(['al', 'bob'])).toMatchObject({ waiting: ['al', 'bob'] })
  })

  it('a person who writes, time, and one who only reports begin the count anew', async () => {
    await pingPong(5)
    await write('alice', 'bob')
    expect(firstHeld(await pingPong(7))).toBe(6)
    await end(await loopOf(), 'stopped')
    now += 11 * minute
    await pingPong(5)
    now += 11 * minute
    expect(firstHeld(await pingPong(6))).toBe(-1)
    for (let at = 0; at < 6; at += 1) expect((await write('cy', 'dee')).withheld).toBeUndefined()
    // Answers to each request are no exchange, nor is what a supervisor writes.
    for (let at = 0; at < 6; at += 1) {
      const asked = await write('boss', 'dee')
      await write('dee', 'boss', { replyTo: asked.id, thread: asked.thread, kind: 'response' })
    }
    expect(await loops()).toEqual([])
  })

  it('three agents in one thread', async () => {
    const { thread } = await write('al', 'bob')
    const ring = ['bob', 'cy', 'al'] as const
    const sent: Posted[] = []
    for (let at = 0; at < 12; at += 1)
      sent.push(await write(ring[at % 3] ?? '', ring[(at + 1) % 3] ?? '', { thread }))
    expect(firstHeld(sent)).toBeGreaterThan(6)
    expect(firstHeld(sent)).toBeLessThan(12)
    expect(await loops()).toMatchObject([
      { sort: 'thread', thread, agents: expect.arrayContaining(['bob', 'cy']) },
    ])
    // A person is told, also of what is held back from the agents.
    expect((await write('cy', ['al', 'alice'], { thread })).withheld).toMatchObject({ from: ['al'] })
    // Single answers of many are none.
    const asked = await write('dee', ['al', 'bob', 'cy'])
    for (const from of ['al', 'bob', 'cy'])
      expect((await write(from, 'dee', { thread: asked.thread, replyTo: asked.id })).withheld).toBeUndefined()
  })

  it('a chain of answers, also through new threads', async () => {
    expect((await write('al', 'bob', { hops: 5 })).withheld).toBeUndefined()
    expect((await write('al', 'bob', { hops: 6 })).withheld).toEqual({ loop: await loopOf(), from: ['bob'] })
    expect(await loops()).toMatchObject([{ sort: 'pair', agents: ['al', 'bob'], count: 6, since: null }])
    const root = await write('cy', 'dee')
    const back = await write('dee', 'cy', { hops: 6, thread: root.thread, replyTo: root.id })
    expect(back.withheld).toEqual({ loop: (await loops()).at(-1)?.id, from: ['cy'] })
    expect((await store.messages.read(nth(2), null))?.message.hops).toBe(6)
    expect((await store.messages.read(root.id, null))?.message.hops).toBeUndefined()
  })

  it('one who sends too much: all of it, to persons too', async () => {
    const sent: Posted[] = []
    for (let at = 0; at < 14; at += 1) sent.push(await write('al', at % 2 === 0 ? 'alice' : 'dee'))
    expect(firstHeld(sent)).toBe(12)
    expect(await loops()).toMatchObject([{ sort: 'sender', agents: ['al'], count: 12, held: 2 }])
    await end(await loopOf(), 'continued')
    expect(await idsIn(store, 'alice', undefined, now)).toHaveLength(7)
    now += hour
    expect((await write('al', 'dee')).withheld).toBeUndefined()
  })

  it('a repeat with the same key says again that it is held back; what is taken back stays so', async () => {
    await pingPong(6)
    const first = await write('al', 'bob', { key: 'k' })
    expect(await write('al', 'bob', { key: 'k' })).toEqual({ ...first, duplicate: true, repeats: undefined })
    await store.deliveries.retract(doer('al'), [first.id], null, now)
    expect(await store.deliveries.find('bob', first.id)).toMatchObject({ box: 'retracted' })
    expect(await end(await loopOf(), 'continued')).toMatchObject({ messages: 0 })
    expect(await store.deliveries.find('bob', first.id)).toMatchObject({ box: 'retracted' })
  })

  it('is delivered to who is still there, for as long as it lasts, and is owed as long as it is not answered', async () => {
    await enroll(store, { address: 'dev', role: 'reviewer' })
    await pingPong(6)
    const late = await write('al', 'bob', { to: [{ address: 'bob', expiresAt: now + 5 * minute }] } as never)
    const answered = await write('al', 'bob')
    await store.messages.deliver(
      post({
        from: 'bob',
        to: ['al'],
        replyTo: answered.id,
        thread: answered.thread,
        answers: true,
        kind: 'response',
        sentAt: now,
      }),
    )
    for (let at = 0; at < 13; at += 1) await write('cy', ['dee', 'dev'])
    const selector = { selector: 'role:reviewer', expiresAt: null }
    const byRole = await write('cy', 'dev', {
      to: [{ address: 'dev', via: 'role:reviewer' }, { address: 'dee' }],
      selectors: [selector],
    } as never)
    expect(byRole.withheld?.from).toEqual(['dev', 'dee'])
    await enroll(store, { address: 'new', role: 'reviewer' })
    expect(await store.deliveries.find('new', byRole.id)).toMatchObject({ box: 'withheld', owes: false })
    expect(await idsIn(store, 'new', undefined, now)).toEqual([])
    await store.roster.update({ address: 'dev', longForm: null, role: null }, doer('alice'), now)
    await store.roster.setState('dee', 'dead', doer('alice'), now)
    now += hour
    for (const { id } of await loops()) await end(id, 'continued')
    expect(await store.deliveries.find('bob', late.id)).toMatchObject({ box: 'unread', owes: true })
    expect((await idsIn(store, 'bob', undefined, now)).includes(late.id)).toBe(true)
    expect(await store.deliveries.find('bob', answered.id)).toMatchObject({ box: 'unread', owes: false })
    expect(await store.deliveries.find('new', byRole.id)).toMatchObject({ box: 'unread', owes: true })
    expect(await store.deliveries.find('dev', byRole.id)).not.toMatchObject({ box: 'unread' })
    expect(await store.deliveries.find('dee', byRole.id)).toMatchObject({ box: 'dead' })
  })

  it('who takes a role meanwhile has its mail held back as its other holders do, and not by a loop of two others', async () => {
    await enroll(store, { address: 'dev', role: 'reviewer' })
    const more = { selectors: [{ selector: 'role:reviewer', expiresAt: null }] }
    const toRole = (from: string) =>
      write(from, 'dev', { ...more, to: [{ address: 'dev', via: 'role:reviewer' }] } as never)
    for (let at = 0; at < 6; at += 1) await (at % 2 === 0 ? write('al', 'dev') : write('dev', 'al'))
    const ofTwo = await toRole('al')
    expect(ofTwo.withheld?.from).toEqual(['dev'])
    for (let at = 0; at < 12; at += 1) await write('cy', 'dee')
    const ofSender = await toRole('cy')
    expect(ofSender.withheld?.from).toEqual(['dev'])
    await enroll(store, { address: 'new', role: 'reviewer' })
    expect(await idsIn(store, 'new', undefined, now)).toEqual([ofTwo.id])
    const [sender] = (await loops()).filter(({ sort }) => sort === 'sender')
    expect(await end(sender?.id ?? 0, 'stopped')).toMatchObject({ more: false })
    expect(await store.deliveries.find('new', ofSender.id)).toMatchObject({ box: 'archived' })
    await enroll(store, { address: 'newer', role: 'reviewer' })
    expect(await idsIn(store, 'newer', undefined, now)).toEqual([ofTwo.id])
  })

  it('what comes back by undo is held back as long as its loop is open, and no longer', async () => {
    await pingPong(6)
    const held = await write('al', 'bob')
    const undo = () => store.log.reverse(doer('al'), 'undo', (now += 1000))
    await store.deliveries.retract(doer('al'), [held.id], null, now)
    await undo()
    expect(await store.deliveries.find('bob', held.id)).toMatchObject({ box: 'withheld', owes: false })
    await store.deliveries.retract(doer('al'), [held.id], null, (now += 1000))
    expect(await end(await loopOf(), 'continued')).toMatchObject({ messages: 0 })
    await undo()
    expect(await store.deliveries.find('bob', held.id)).toMatchObject({ box: 'unread', owes: true })
  })

  it('who has read what a held message replaces is told that it is over', async () => {
    const old = await write('al', 'bob')
    const [moved] = await store.deliveries.move(doer('bob'), 'bob', [{ message: old.id }], {
      verb: 'read',
      at: now,
    })
    expect(moved?.problem).toBeNull()
    await pingPong(6)
    now += 1000
    const more = await store.messages.replace({
      ...post({ from: 'al', to: ['bob'], sentAt: now, caps }),
      replaces: old.id,
    })
    expect(more.withheld?.from).toEqual(['bob'])
    expect(await store.deliveries.unwarned(10)).toMatchObject([{ message: old.id, seenBy: ['bob'] }])
  })

  it('who has no caps is never held back; a copy that is held back takes no verb', async () => {
    expect(firstHeld(await pingPong(12, () => ({ caps: undefined as never })))).toBe(-1)
    for (const verb of ['read', 'complete', 'archive'] as const) {
      const held = await write('al', 'bob')
      expect(held.withheld).toBeDefined()
      const [moved] = await store.deliveries.move(doer('bob'), 'bob', [{ message: held.id }], {
        verb,
        at: now,
      })
      expect(moved?.problem).toMatchObject({ code: 'conflict' })
    }
  })
}
