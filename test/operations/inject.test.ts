import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { priorities } from '../../src/domain/priority.ts'
import type { Mailbox } from '../../src/mailbox.ts'
import { type MailRoom, minute, openMailRoom } from '../support/mailbox.ts'

let room: MailRoom
let critic: Mailbox
let architect: Mailbox
beforeEach(async () => {
  room = await openMailRoom()
  await room.join('critic')
  critic = await room.as('critic', { session: 's1' })
  architect = await room.join('architect')
})
afterEach(() => room.close())

type Letter = Parameters<Mailbox['send']>[0]
const send = async (more: Partial<Letter> = {}) =>
  (await architect.send({ to: ['critic'], subject: 'S', body: 'B', again: true, ...more })).id
const inject = async (input: Parameters<Mailbox['inject']>[0] = {}, settle = true) => {
  const offer = await critic.inject(input)
  if (settle) await offer.settle()
  return offer.value
}
const statusOf = async (id: string) => {
  const { messages } = await critic.inbox({ all: true, limit: 500 })
  return messages.find((message) => message.id === id)?.status
}
const what = async (id: string) => (await critic.history({ message: id })).events.map((event) => event.what)

describe('inject', () => {
  it('says nothing where nothing waits, and writes nothing', async () => {
    const id = await send()
    await inject()
    const nothing = { text: '', shown: [], portions: [], headers: [], unread: 0, leftOpen: [] }
    expect(await inject()).toEqual(nothing)
    expect(await what(id)).toEqual(['sent', 'offered', 'shown'])
  })

  it('makes read what it printed whole, tells the rest by headers, and leaves what found no room', async () => {
    const long = 'x'.repeat(1500)
    const urgent = await send({ priority: 'urgent', body: long })
    const high = await send({ priority: 'high', body: long })
    const others = [await send({ body: long }), await send({ body: long })]
    const value = await inject({ maxChars: 2_600 })
    expect(value).toMatchObject({ shown: [urgent], unread: 4 })
    expect(value.headers).toEqual([high, others[0]])
    expect(value.text.length).toBeLessThanOrEqual(2_600)
    expect(await statusOf(urgent)).toBe('read')
    expect(await statusOf(high)).toBe('unread')
    expect(await what(high)).toEqual(['sent', 'offered', 'told'])
    const next = await inject({ maxChars: 2_600 })
    expect(next.shown).toEqual([high])
  })

  it('holds nothing that it does not print, and gives back what was not written out', async () => {
    const all = [await send(), await send(), await send()]
    const offer = await critic.inject({ limit: 1 })
    expect(offer.value).toMatchObject({ shown: [all[0]], unread: 3 })
    expect(offer.value.text).toContain('2 more unread: `watchpost inject`')
    expect(await what(all[1] ?? '')).toEqual(['sent'])
    await offer.release()
    expect(await statusOf(all[0] ?? '')).toBe('unread')
    expect((await inject()).shown).toEqual(all)
  })

  it('shows a message to one of several readers', async () => {
    await send()
    const first = await critic.inject({})
    const second = await critic.inject({})
    expect(first.value.shown).toHaveLength(1)
    expect(second.value).toMatchObject({ text: '', shown: [], headers: [] })
    await first.settle()
  })

  it('has the seed’s behaviour: five of high priority, 500 characters of each', async () => {
    for (let at = 0; at < 7; at += 1)
      await send({ priority: 'high', subject: `H${at}`, body: 'y'.repeat(900) })
    const normal = await send({ subject: 'calm' })
    const { text, shown, portions } = await inject({ minPriority: 'high', limit: 5, maxCharsPerBody: 500 })
    expect([shown.length, portions.length]).toEqual([0, 5])
    for (const id of portions) expect(await statusOf(id)).toBe('unread')
    expect(text).toContain('You have 7 high-priority message(s) to review:')
    expect(text.match(/^y{500}\.\.\.$/gmu)).toHaveLength(5)
    expect(text).not.toContain('calm')
    expect(text).toContain('2 more unread: `watchpost inject --min-priority high`')
    expect(await statusOf(normal)).toBe('unread')
  })

  it('begins a session with the handoff behind forty old messages, and counts the rest by sender and kind', async () => {
    const old: string[] = []
    for (let at = 0; at < 40; at += 1) old.push(await send({ subject: `old ${at}`, body: 'x'.repeat(600) }))
    const handoff = await send({ kind: 'handoff', subject: 'Needle', body: 'needle-parser' })
    const newest = await send({ kind: 'request', subject: 'Stop the deploy', body: 'now' })
    const { text, shown, headers } = await inject({ newSession: true, maxChars: 4_000 })
    expect(text.length).toBeLessThanOrEqual(4_000)
    expect(shown.slice(0, 2)).toEqual([handoff, newest])
    const printed = [...shown, ...headers]
    expect(printed.toSorted()).toEqual([handoff, newest, ...old.slice(2 - printed.length)].toSorted())
    const rest = 42 - printed.length
    expect(rest).toBeGreaterThan(0)
    expect(text).toContain(`${rest} more unread (${rest} `)
    for (const id of headers) expect(await statusOf(id)).toBe('unread')
  })

  it('tells again, by its header, what was shown and is still owed', async () => {
    const id = await send({ kind: 'request', subject: 'Answer me' })
    await inject()
    room.now += 5 * minute
    const { text, headers, shown } = await inject({ again: true })
    expect([headers, shown]).toEqual([[id], []])
    expect(text).toContain('shown to you before')
    await critic.reply({ message: id, body: 'Yes' })
    expect((await inject({ again: true })).text).toBe('')
  })

  it('counts characters as JSON has them', async () => {
    for (let at = 0; at < 20; at += 1) await send({ body: '"\n'.repeat(200) })
    const { text } = await inject({ maxChars: 3000, escaped: true })
    expect(JSON.stringify(text).length).toBeLessThanOrEqual(3002)
    expect(text.length).toBeGreaterThan(1000)
  })
})

describe('any mail under any budget', () => {
  it('is read if and only if it was printed whole', async () => {
    const anyLetter = fc.record({
      body: fc.integer({ min: 0, max: 6000 }).map((length) => '日'.repeat(length)),
      payload: fc.integer({ min: 0, max: 6000 }).map((length) => ({ note: 'n'.repeat(length) })),
      priority: fc.constantFrom(...priorities),
    })
    const anyBudget = fc.record({
      maxChars: fc.integer({ min: 0, max: 20_000 }),
      bytes: fc.boolean(),
      escaped: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(anyLetter, { maxLength: 4 }), anyBudget, async (letters, budget) => {
        await critic
          .archive({ messages: (await critic.inbox({})).messages.map(({ id }) => id) })
          .catch(() => {})
        const ids: string[] = []
        for (const letter of letters) ids.push(await send(letter))
        const { text, shown, portions, headers } = await inject(budget)
        for (const [at, id] of ids.entries()) {
          const { body = '', payload } = letters[at] ?? {}
          const isWhole = text.includes(`end of ${id}\n`) && text.includes(body) && shown.includes(id)
          if (shown.includes(id)) expect(text).toContain(JSON.stringify(payload, null, 2))
          expect(await statusOf(id)).toBe(isWhole ? 'read' : 'unread')
          expect([shown, portions, headers].filter((some) => some.includes(id)).length).toBe(
            text.includes(` mail ${id} from `) ? 1 : 0,
          )
        }
      }),
      { numRuns: 25 },
    )
  })
})

describe('a debate', () => {
  it('names the kinds that may answer it as it stands', async () => {
    const claim = await send({ kind: 'claim', subject: 'Sessions' })
    const { text } = await inject()
    expect(text).toContain(`answer with \`watchpost reply ${claim} --kind agree|counter|query -b TEXT\``)
    const { id: counter } = await critic.reply({ message: claim, kind: 'counter', body: 'No' })
    const offer = await architect.inject({})
    expect(offer.value.text).toContain(`reply ${counter} --kind evidence|concede|counter|query -b TEXT`)
    await offer.settle()
    await architect.reply({ message: counter, kind: 'concede', body: 'You are right' })
    const late = await room.join('late')
    await architect.send({ to: ['late'], kind: 'query', subject: 'Q', thread: claim })
    expect((await late.inject({})).value.text).toMatch(/reply \w+ --kind response\|query -b TEXT/u)
  })
})

describe('what a session knows', () => {
  const long = 'z'.repeat(20_000)

  it('is not told twice: changed', async () => {
    await send({ body: long })
    expect((await inject({ only: 'changed' })).portions).toHaveLength(1)
    expect((await inject({ only: 'changed' })).text).toBe('')
    const short = await send()
    expect(await inject({ only: 'changed' })).toMatchObject({ shown: [short], headers: [] })
    expect((await inject()).headers).toHaveLength(1)
  })

  it('is left out: untold, and newer leaves out what is older as well', async () => {
    const first = await send()
    await inject()
    const second = await send()
    expect((await inject({ only: 'newer' }, false)).shown).toEqual([second])
    expect(await statusOf(first)).toBe('read')
  })

  it('newer passes over what was there before', async () => {
    const [older, newer] = [await send(), await send({ priority: 'high' })]
    await inject({ limit: 1 })
    expect(await statusOf(newer)).toBe('read')
    expect((await inject({ only: 'newer' })).text).toBe('')
    expect((await inject({ only: 'untold' })).shown).toEqual([older])
  })

  it('has room for fresh mail beside what was shown as far as it fits', async () => {
    const old = [await send({ body: long, priority: 'high' }), await send({ body: long, priority: 'high' })]
    const fresh = [await send(), await send({ body: long })]
    const first = await inject({ limit: 2 })
    expect(first.portions).toEqual(old)
    const second = await inject({ limit: 3 })
    expect(second).toMatchObject({ shown: [fresh[0]], portions: [fresh[1]], headers: [old[0]] })
    for (const id of [...old, fresh[1] ?? '']) expect(await statusOf(id)).toBe('unread')
    await critic.read({ messages: [old[0] ?? ''] }).then((offer) => offer.settle())
    expect((await inject()).headers).toEqual([old[1], fresh[1]])
  })

  it('keeps the session from stopping once for what it was shown a part of', async () => {
    const id = await send({ body: long })
    await inject({ only: 'changed' })
    expect(await inject({ only: 'untold' })).toMatchObject({ portions: [], headers: [id] })
    expect((await inject({ only: 'untold' })).text).toBe('')
    const second = await send({ body: long })
    expect((await inject({ only: 'untold' })).portions).toEqual([second])
    expect((await inject({ only: 'untold' })).text).toBe('')
  })

  it('is another session’s only when that was told', async () => {
    await send({ body: long })
    await inject({ only: 'untold' })
    const other = await room.as('critic', { session: 's2' })
    expect((await other.inject({ only: 'untold' })).value.portions).toHaveLength(1)
  })
})
