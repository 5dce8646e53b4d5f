import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { root } from '../../src/dev/digest.mjs'
import { type MailboxThread, openMailboxThread } from '../../src/entry/mailbox-thread/mailbox-thread.ts'
import { initialState } from '../../src/faces/tui/loop/initial.ts'
import { openProgram, type Program } from '../../src/faces/tui/loop/program.ts'
import { type MailRoom, openMailRoom } from '../support/mailbox.ts'
import { soon } from '../support/soon.ts'
import { keyOf } from '../support/tui-state.ts'

let room: MailRoom
let thread: MailboxThread
let program: Program
/** Every message to the thread, and the operations that it asked for. */
let sent: (readonly string[])[] = []

type Requests = readonly { readonly type: string; readonly operation?: string; readonly input?: object }[]

beforeEach(async () => {
  room = await openMailRoom('dev')
  room.now = Date.now()
  const critic = await room.join('critic')
  await room.join('lea', { kind: 'user' })
  for (let at = 0; at < 30; at += 1)
    await critic.send({ to: ['lea'], subject: `Report ${at}`, body: 'Read me.' })
  const post = Worker.prototype.postMessage
  vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (this: Worker, requests: Requests) {
    sent.push(requests.map(({ type, operation, input }) => `${operation ?? type} ${JSON.stringify(input)}`))
    return post.call(this, requests)
  })
  thread = await openMailboxThread(
    { store: room.location, as: 'lea', allowNetworkFilesystem: false, readOnly: false },
    join(root, 'dist/mailbox-worker.js'),
  )
  const me = { address: 'lea', kind: 'user', principal: null }
  program = openProgram({
    mailbox: thread.mailbox,
    now: Date.now,
    state: initialState(me, 'dev', { columns: 200, rows: 50 }, Date.now()),
    draw: () => 0,
    repaint: () => undefined,
    suspend: () => undefined,
    edit: () => Promise.resolve({ problem: 'none' }),
    handOut: () => Promise.resolve(null),
  })
})
afterEach(async () => {
  vi.restoreAllMocks()
  await program.close()
  await thread.close()
  await room.close()
})

/** Until the screen asks for nothing more: an answer may make it ask again. */
const settled = async () => {
  for (let before = -1; before !== sent.length; ) {
    before = sent.length
    await program.quiet()
  }
}

/** The screen asks for the next news once it has dealt with the last, so it has drawn its own change by then. */
const hasHeard = () => soon(() => expect(sent.flat()).toContain('pull undefined'))

it('one key that changes mail is one call and one combined refresh, and reads nothing twice', async () => {
  await settled()
  sent = []
  program.dispatch(keyOf('a'))
  await hasHeard()
  await settled()
  expect(program.state.session.toast?.text).toMatch(/^Acknowledged 1 message/u)
  expect(program.state.panes.list.rows[0]).toMatchObject({ message: { status: 'read' } })
  const [change, ...others] = sent
  expect(change).toHaveLength(1)
  expect(sent.length, JSON.stringify(sent, null, 1)).toBeLessThanOrEqual(3)
  const asked = others.flat()
  expect(asked.filter((one, at) => asked.indexOf(one) !== at)).toEqual([])
})
