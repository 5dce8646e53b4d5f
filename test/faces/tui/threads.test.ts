import { afterEach, beforeEach, expect, test } from 'vitest'
import { openLane } from '../../../src/faces/tui/lanes.ts'
import { change } from '../../../src/faces/tui/loop/effects/change.ts'
import { fetchThread } from '../../../src/faces/tui/panes/thread/reading.ts'
import { type LoadedEvent, openThreads, type Threads } from '../../../src/faces/tui/panes/thread/threads.ts'
import type { Mailbox } from '../../../src/mailbox.ts'
import { type MailRoom, openMailRoom } from '../../support/mailbox.ts'

let room: MailRoom
let lea: Mailbox
let critic: Mailbox
let threads: Threads
let idle: () => Promise<void>
let told: string[]

beforeEach(async () => {
  room = await openMailRoom()
  lea = await room.join('lea')
  critic = await room.join('critic')
  const lane = openLane()
  idle = () => lane.idle()
  threads = openThreads(lea, 'lea', lane)
  told = []
})
afterEach(() => room.close())

const send = async (subject: string): Promise<string> =>
  (await critic.send({ to: ['lea'], subject, body: subject })).id
const named = (message: string) => ({ message, of: 'lea' })
/** The subjects of what is told, each as it comes. */
const tell = ({ thread }: LoadedEvent): void =>
  void told.push(thread === null ? 'none' : thread.messages.map(({ subject }) => subject).join(', '))

test('the thread beside the one that is opened is told at once when its turn comes', async () => {
  const [one, two] = [await send('one'), await send('two')]
  threads.open(named(one), [named(two)], tell)
  expect(told).toEqual([])
  await idle()
  threads.open(named(two), [named(one)], tell)
  expect(told).toEqual(['one', 'two'])
  await idle()
  expect(told).toEqual(['one', 'two'])
})

test('after a change what was read is told at once all the same, then what it became', async () => {
  const [one, two] = [await send('one'), await send('two')]
  threads.open(named(one), [named(two)], tell)
  await idle()
  await critic.reply({ message: two, subject: 'more', body: 'more' })
  threads.changed()
  threads.open(named(two), [], tell)
  await idle()
  expect(told).toEqual(['one', 'two', 'two, more'])
  threads.open(named(two), [], tell)
  await idle()
  expect(told.slice(3)).toEqual(['two, more'])
})

test('what was being read while something changed does not count as read since', async () => {
  const one = await send('one')
  threads.open(named(one), [], tell)
  threads.changed()
  await idle()
  threads.open(named(one), [], tell)
  await idle()
  expect(told).toEqual(['one', 'one', 'one'])
})

test('who asks while it is being read is told as well', async () => {
  const one = await send('one')
  threads.open(named(one), [], () => undefined)
  threads.open(named(one), [], tell)
  await idle()
  expect(told).toEqual(['one'])
})

test('what cannot be read is told as such, and asked for again the next time', async () => {
  threads.open(named('T-none'), [], tell)
  await idle()
  threads.open(named('T-none'), [], tell)
  await idle()
  expect(told).toEqual(['none', 'none'])
})

test('a long thread is read anew as far as it was, and archived whole', async () => {
  const message = await send('first')
  for (let at = 0; at < 249; at += 1) await critic.send({ to: ['lea'], thread: message, body: String(at) })
  const lengths: number[] = []
  const count = ({ thread }: LoadedEvent): void => void lengths.push(thread?.messages.length ?? 0)
  threads.open(named(message), [], count)
  await idle()
  threads.again(named(message), 101, count)
  await idle()
  threads.changed()
  threads.open(named(message), [], count)
  await idle()
  expect(lengths).toEqual([100, 200, 200, 200])
  await change(
    { mailbox: lea, self: 'lea', now: () => room.now },
    {
      type: 'change',
      command: 'mail.archive-thread',
      operation: 'archive',
      targets: [{ id: message, of: null }],
      input: {},
      wholeThread: true,
    },
  )
  expect((await lea.count({})).total).toBe(0)
})

test('the message that asks is found also where a thousand others stand before it', async () => {
  const first = await send('first')
  let last = first
  for (let at = 0; at < 1_020; at += 1) last = (await critic.reply({ message: first, body: 'more' })).id
  const thread = await fetchThread(lea, last, undefined)
  expect(thread.messages.some(({ id }) => id === last)).toBe(true)
})
