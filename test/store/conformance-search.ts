import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseQuery } from '../../src/domain/query/query.ts'
import type { MailStore } from '../../store/mail-store.ts'
import type { Planted } from '../support/store-bare.ts'
import { act, allPages, enroll, type Open, type Opened, post, send } from './fixture.ts'
import { mail, me, now, questions, worded } from './search-questions.ts'

/** The same mail through the port: what lies where in the end was sent and moved there. */
async function write(store: MailStore): Promise<readonly number[]> {
  await enroll(store, { address: me, session: 's1' }, 'tester', 'mayor/')
  const ids: number[] = []
  for (const [at, one] of mail.entries()) {
    const id = await deliver(store, one, ids, (at + 1) * 1000)
    for (const copy of one.copies ?? []) await bringTo(store, id, copy)
    ids.push(id)
  }
  return ids
}

async function deliver(store: MailStore, one: Planted, ids: readonly number[], sentAt: number) {
  const copies = (one.copies ?? []).map(({ owner, box, owes = false, expiresAt = null }) => ({
    address: owner,
    owes,
    expiresAt,
    // It dies with its session.
    ...(box === 'dead' ? { via: 'session:s1' } : {}),
  }))
  const {
    from = 'system',
    kind = 'notification',
    priority = 'normal',
    subject = '',
    body = '',
    task = null,
  } = one
  const thread = one.thread === undefined ? null : (ids[one.thread - 1] ?? null)
  const { tags = [], payload = null, context = null, attachments = [] } = one.more ?? {}
  const written = post({
    to: copies,
    from,
    priority,
    subject,
    body,
    preview: '',
    task,
    tags,
    sentAt,
    thread,
  })
  const { id } = await store.messages.deliver({
    ...written,
    to: [...(one.to ?? [])],
    replyTo: thread,
    attachments: [...attachments],
    kind: kind as typeof written.kind,
    payload: payload as typeof written.payload,
    context: context as typeof written.context,
    ...(ids.length === 1 ? { foreign: { format: 'gastown', id: 'FOREIGN-7' } } : {}),
  })
  return id
}

type Copy = NonNullable<Planted['copies']>[number]

async function bringTo(
  store: MailStore,
  id: number,
  { owner, box, was, pinned, snoozedUntil, acknowledgedAt }: Copy,
) {
  const verb = (name: Parameters<typeof act>[2], more: Parameters<typeof act>[4] = {}) =>
    act(store, owner, name, id, more, 1)
  if (box === 'read' || was === 'read') await verb('read')
  if (acknowledgedAt !== undefined) await verb('ack')
  if (pinned) await verb('pin')
  if (box === 'processing') await verb('process')
  if (box === 'archived') await verb('complete')
  if (snoozedUntil !== undefined) await verb('snooze', { until: snoozedUntil })
  if (box === 'dead') await store.roster.beat(owner, 1, 's2')
}

/** The search language, over all that may be told apart by it. */
export function searchCases(open: Open): void {
  let opened: Opened
  let ids: readonly number[]
  beforeAll(async () => {
    opened = await open()
    ids = await write(opened.store)
  })
  afterAll(() => opened.close())

  const find = async (text: string, { owner = me as string | null, limit = 50, best = false } = {}) => {
    const query = parseQuery(worded(text, ids), now)
    const rows = await allPages((after) =>
      opened.store.messages.search(query, owner, now, { limit, after, best }),
    )
    return rows.map(({ message }) => ids.indexOf(message.id) + 1)
  }

  it.each(questions)('finds %j', async (text, places) => {
    expect(await find(text)).toEqual(places)
  })

  it('finds the same in pages of any size, and the best first', async () => {
    for (const [text, places] of questions) {
      expect([text, await find(text, { limit: 2 })]).toEqual([text, places])
      expect([text, (await find(text, { best: true })).toSorted()]).toEqual([text, places.toSorted()])
    }
    expect(await find('parser', { best: true })).toEqual([1, 3, 4])
  })

  it('knows states of copies of whoever asks alone', async () => {
    expect(await find('is:unread', { owner: null })).toEqual([])
    expect(await find('is:unread', { owner: 'stranger' })).toEqual([])
    expect(await find('-is:unread parser', { owner: null })).toEqual([4, 3, 1])
    const page = { limit: 5, after: null, best: false }
    const [theirs] = (await opened.store.messages.search(parseQuery('release', now), 'tester', now, page))
      .rows
    expect(theirs?.delivery?.owner).toBe('tester')
  })

  it('finds a request that failed for who sent it, until it is answered', async () => {
    const { store, close } = await open()
    await enroll(store, 'writer', 'reader')
    const failed = await send(store, { subject: 'first thing' })
    const copied = await send(store, { subject: 'second thing', to: ['reader', 'writer'] })
    await send(store, { subject: 'third thing' })
    for (const id of [failed, copied]) await act(store, 'reader', 'fail', id)
    const ask = async (text: string, owner: string) => {
      const page = { limit: 9, after: null, best: false }
      const { rows } = await store.messages.search(parseQuery(text, now), owner, now, page)
      return rows.map(({ message }) => message.subject.split(' ')[0])
    }
    const all = async () => {
      expect(await ask('is:failed', 'writer')).toEqual(['second', 'first'])
      expect(await ask('thing is:failed', 'writer')).toEqual(['second', 'first'])
      expect(await ask('thing -is:failed', 'writer')).toEqual(['third'])
      expect(await ask('is:failed or is:pinned', 'writer')).toEqual(['second', 'first'])
      expect(await ask('is:failed and is:unread', 'writer')).toEqual(['second'])
      expect(await ask('is:failed', 'reader')).toEqual(['second', 'first'])
      expect(await ask('is:failed', 'stranger')).toEqual([])
    }
    await all()
    while (await store.messages.index());
    await all()
    await send(store, { from: 'reader', to: ['writer'], replyTo: failed, thread: failed, answers: true })
    expect(await ask('is:failed', 'writer')).toEqual(['second'])
    await close()
  })

  describe('once all is indexed', () => {
    beforeAll(async () => {
      while (await opened.store.messages.index());
    })
    it('finds the same', async () => {
      for (const [text, places] of questions) expect([text, await find(text)]).toEqual([text, places])
    })
  })

  it('refuses a cursor that is none', async () => {
    const page = { limit: 5, after: 'x', best: false }
    await expect(opened.store.messages.search({ terms: [] }, me, now, page)).rejects.toMatchObject({
      code: 'usage',
    })
  })
}
