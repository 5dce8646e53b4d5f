import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, describe, expect, it } from 'vitest'
import { copiesUnlikeTheirLog, tornDeeds } from '../support/logged-copies.ts'
import { soon } from '../support/soon.ts'
import { expectRestored } from '../support/terminal-restored.ts'
import {
  copiedWorld,
  leaveAll,
  type Seat,
  seatAt,
  sitDown,
  start,
  watchpost,
} from '../support/terminal-world.ts'

afterAll(leaveAll)

const codes = { SIGTERM: 143, SIGHUP: 129 } as const
const text = 'Not to be lost'
const kept = async (seat: Seat): Promise<readonly string[]> => {
  const lea = await (await seat.outside()).as('lea')
  return (await lea.listDrafts({})).drafts.map(({ fields }) => String(fields['body']))
}
const isKept = (seat: Seat) => soon(async () => expect(await kept(seat)).toEqual([text]))

async function answering(seat: Seat): Promise<void> {
  await seat.press('j', 'r')
  await seat.type(text)
  await seat.sees(text)
}

/** How far one had come, and what is there afterwards: a draft, a sent message, or nothing. */
const stages: readonly {
  readonly stage: string
  readonly signals: readonly (keyof typeof codes | 'SIGKILL')[]
  readonly begin: (seat: Seat) => Promise<void>
  readonly left: 'draft' | 'sent' | 'nothing'
  /** What is seen of it in the store before a kill that nobody hears of. */
  readonly rest?: (seat: Seat) => Promise<void>
}[] = [
  {
    stage: 'before a list',
    signals: ['SIGTERM'],
    left: 'nothing',
    begin: async (seat) => seat.sees(' live '),
  },
  { stage: 'in an answer', signals: ['SIGHUP', 'SIGKILL'], left: 'draft', begin: answering, rest: isKept },
  {
    stage: 'in a form',
    signals: ['SIGTERM', 'SIGKILL'],
    left: 'draft',
    async begin(seat) {
      await seat.press('m')
      await seat.type('coo')
      await seat.press('Alt-Enter')
      await seat.type(text)
      await seat.sees(text)
    },
    rest: isKept,
  },
  {
    stage: 'before a question',
    signals: ['SIGTERM', 'SIGHUP'],
    left: 'draft',
    async begin(seat) {
      await answering(seat)
      await seat.press('Alt-Enter')
      await seat.sees('C-s send')
      await seat.press('Esc')
      await seat.sees('Keep as a draft?')
    },
    rest: isKept,
  },
  {
    stage: 'while a send can be taken back',
    signals: ['SIGTERM', 'SIGHUP'],
    left: 'sent',
    async begin(seat) {
      await answering(seat)
      await seat.press('Enter')
      await seat.sees(/sending in \d s/u)
    },
  },
  {
    stage: 'after it was taken back',
    signals: ['SIGTERM', 'SIGKILL'],
    left: 'draft',
    async begin(seat) {
      await answering(seat)
      await seat.press('Enter')
      await seat.sees(/sending in \d s/u)
      await seat.press('u')
      await seat.sees('Not sent: you can edit it again')
    },
    rest: isKept,
  },
]

/** Whoever sits down next finds all of it. */
async function expectLeft(store: string, left: 'draft' | 'sent' | 'nothing'): Promise<void> {
  const next = await sitDown({ store })
  if (left === 'sent') await next.sees('Sent to')
  expect(await kept(next)).toEqual(left === 'draft' ? [text] : [])
  const lea = await (await next.outside()).as('lea')
  const { messages } = await lea.search({ query: [`from:lea "${text}"`] })
  expect(messages).toHaveLength(left === 'sent' ? 1 : 0)
  const database = new Database(join(store, 'mail.db'), { readonly: true })
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
  expect(tornDeeds(database)).toEqual([])
  expect(copiesUnlikeTheirLog(database, ['owes', 'held_by', 'held_until', 'attempts'])).toEqual([])
  database.close()
}

describe.concurrent('a program that is ended', () => {
  it.each(stages.flatMap(({ signals, ...stage }) => signals.map((signal) => ({ ...stage, signal }))))(
    'by $signal $stage loses nothing',
    async ({ signal, begin, rest, left }) => {
      const seat = await sitDown()
      await begin(seat)
      if (signal === 'SIGKILL') await rest?.(seat)
      seat.signal(signal)
      const { code } = await seat.exited()
      if (signal !== 'SIGKILL') {
        expect(code).toBe(codes[signal])
        expectRestored(seat)
      }
      await expectLeft(seat.store, left)
    },
  )

  it.each([0, 90, 180, 270])('by SIGTERM %i ms after its start gives the terminal back', async (after) => {
    const store = await copiedWorld()
    const seat = seatAt(start(watchpost(store, 'lea')), store)
    await new Promise((next) => setTimeout(next, after))
    seat.signal('SIGTERM')
    await seat.exited()
    expectRestored(seat)
    await expectLeft(store, 'nothing')
  })
})
