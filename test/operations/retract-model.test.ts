import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Mailbox } from '../../src/mailbox.ts'
import { type MailRoom, minute, openMailRoom } from '../support/mailbox.ts'
import { proof, scaled } from '../support/scale.ts'

const readers = ['bob', 'cy'] as const
type Reader = (typeof readers)[number]
const verbs = ['send', 'replace', 'retract', 'read', 'complete', 'unread', 'undo'] as const
type Step = { readonly verb: (typeof verbs)[number]; readonly who: number; readonly pick: number }

type Copy = { state: 'unread' | 'read' | 'done' | 'withdrawn'; seen: boolean }
/** What was sent, told by nothing but the steps that were taken. */
type Sent = {
  readonly id: string
  readonly subject: string
  readonly copies: Map<Reader, Copy>
  /** It was taken back, or replaced. */
  gone: 'no' | 'taken back' | 'replaced'
}
/** A change of the sender: which of the copies it withdrew, and who was told. */
type Change = {
  readonly of: Sent
  readonly what: 'sent' | 'retract' | 'replaced'
  readonly told: readonly Reader[]
}
type World = {
  readonly room: MailRoom
  readonly al: Mailbox
  readonly boxes: ReadonlyMap<Reader, Mailbox>
  readonly sent: Sent[]
  readonly changes: Change[]
  readonly undone: Change[]
  /** The titles of the notices that each reader has had, in their order. */
  readonly notices: Map<Reader, string[]>
}

const step = fc.record({ verb: fc.constantFrom(...verbs), who: fc.nat(1), pick: fc.nat(12) })

async function play(steps: readonly Step[]): Promise<void> {
  const room = await openMailRoom()
  try {
    const al = await room.join('al')
    const boxes = new Map<Reader, Mailbox>()
    for (const name of readers) boxes.set(name, await room.join(name))
    const notices = new Map<Reader, string[]>(readers.map((name) => [name, []]))
    const world: World = { room, al, boxes, sent: [], changes: [], undone: [], notices }
    for (const one of steps) {
      room.now += minute
      await take(world, one)
      await compare(world)
    }
  } finally {
    await room.close()
  }
}

const isOpen = ({ copies }: Sent) =>
  [...copies.values()].some(({ state }) => state !== 'done' && state !== 'withdrawn')
const isFinished = (sent: Sent) =>
  !isOpen(sent) && [...sent.copies.values()].some(({ state }) => state === 'done')

async function take(world: World, { verb, who, pick }: Step): Promise<void> {
  const { al, sent, changes, undone } = world
  const one = sent[pick % Math.max(1, sent.length)]
  const reader = readers[who] ?? 'bob'
  const box = world.boxes.get(reader) as Mailbox
  const copy = one?.copies.get(reader)
  switch (verb) {
    case 'send':
      return send(world, pick)
    case 'replace':
      return one === undefined ? undefined : send(world, pick, one)
    case 'retract': {
      if (one === undefined) return
      const asked = al.retract({ messages: [one.id] })
      if (one.gone === 'replaced' || (one.gone === 'no' && isFinished(one)))
        return expect(asked).rejects.toMatchObject({ code: 'conflict' })
      const { messages } = await asked
      expect(messages[0]?.already).toBe(one.gone === 'taken back')
      if (one.gone === 'no') changes.push(withdraw(world, one, 'retract', []))
      if (one.gone === 'no') undone.length = 0
      one.gone = 'taken back'
      return
    }
    case 'read': {
      if (one === undefined || copy === undefined) return
      const offer = await box.read({ messages: [one.id] })
      await offer.settle()
      if (copy.state === 'unread') Object.assign(copy, { state: 'read', seen: true })
      return
    }
    case 'complete': {
      if (one === undefined || copy === undefined || copy.state === 'done') return
      const asked = box.complete({ messages: [one.id] })
      if (copy.state === 'withdrawn') return expect(asked).rejects.toMatchObject({ code: 'conflict' })
      await asked
      copy.state = 'done'
      return
    }
    case 'unread': {
      if (one === undefined || copy?.state !== 'read') return
      await box.unread({ messages: [one.id] })
      copy.state = one.gone === 'no' ? 'unread' : 'withdrawn'
      return
    }
    case 'undo': {
      const last = changes.at(-1)
      const asked = al.undo({})
      if (last === undefined) return expect(asked).rejects.toMatchObject({ code: 'nothing' })
      if (last.what !== 'retract') return expect(asked).rejects.toMatchObject({ code: 'conflict' })
      await asked
      last.of.gone = 'no'
      for (const one of last.of.copies.values()) if (one.state === 'withdrawn') one.state = 'unread'
      for (const name of last.told) world.notices.get(name)?.push(`Stands again: ${last.of.subject}`)
      undone.push(last)
      changes.pop()
      return
    }
  }
}

async function send(world: World, pick: number, old?: Sent): Promise<void> {
  const { al, sent, changes, undone } = world
  const to = pick % 3 === 0 ? [...readers] : [readers[pick % 2] ?? 'bob']
  const subject = `No. ${sent.length}`
  const asked = al.send({ to, subject, again: true, ...(old && { replaces: old.id }) })
  if (old !== undefined && (old.gone !== 'no' || isFinished(old)))
    return expect(asked).rejects.toMatchObject({ code: 'conflict' })
  const { id } = await asked
  const copies = new Map<Reader, Copy>(to.map((name) => [name, { state: 'unread', seen: false }]))
  const one: Sent = { id, subject, copies, gone: 'no' }
  if (old !== undefined) changes.push(withdraw(world, old, 'replaced', to))
  if (old !== undefined) old.gone = 'replaced'
  changes.push({ of: one, what: 'sent', told: [] })
  undone.length = 0
  sent.push(one)
}

/** Unread copies leave; who has seen one is told, unless the new one reaches it. */
function withdraw(world: World, one: Sent, what: Change['what'], informed: readonly Reader[]): Change {
  const told: Reader[] = []
  for (const [name, copy] of one.copies) {
    if ((copy.seen || copy.state !== 'unread') && !informed.includes(name)) told.push(name)
    if (copy.state === 'unread') copy.state = 'withdrawn'
  }
  for (const name of told) world.notices.get(name)?.push(`Taken back: ${one.subject}`)
  return { of: one, what, told }
}

async function compare({ al, boxes, sent, notices }: World): Promise<void> {
  for (const [name, box] of boxes) {
    const { messages } = await box.inbox({ limit: 200 })
    const listed = messages.filter(({ from }) => from === 'al').map(({ id, status }) => `${id} ${status}`)
    const expected = sent.flatMap(({ id, copies }) => {
      const state = copies.get(name)?.state
      return state === 'unread' || state === 'read' ? [`${id} ${state}`] : []
    })
    expect(listed.toSorted()).toEqual(expected.toSorted())
    const told = messages.filter(({ from }) => from === 'system').map(({ subject }) => subject)
    expect(told).toEqual(notices.get(name))
    const { text } = (await box.inject({ maxChars: 100_000 })).value
    for (const { id, copies } of sent)
      if (copies.get(name)?.state === 'withdrawn') expect(text).not.toContain(`mail ${id} from`)
  }
  for (const { id, copies, gone } of sent) {
    const { receipts } = await al.receipts({ message: id })
    for (const { address, outcome, retracted } of receipts) {
      const copy = copies.get(address as Reader)
      expect(outcome === 'retracted').toBe(copy?.state === 'withdrawn')
      expect(retracted !== null).toBe(gone !== 'no')
    }
  }
}

test(
  proof('send, replace, take back, read, complete, undo: every list is as a model says', scaled(25, 2_000)),
  async () => {
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), play), {
      numRuns: scaled(25, 2_000),
    })
  },
)
