import { afterEach, beforeEach, expect, it } from 'vitest'
import { initialState } from '../../../src/faces/tui/loop/initial.ts'
import { openProgram, type Program } from '../../../src/faces/tui/loop/program.ts'
import type { Mailbox } from '../../../src/mailbox.ts'
import { type MailRoom, minute, openMailRoom } from '../../support/mailbox.ts'
import { until } from '../../support/soon.ts'
import { keyOf } from '../../support/tui-state.ts'

let room: MailRoom
let lea: Mailbox
let al: Mailbox
let program: Program
beforeEach(async () => {
  room = await openMailRoom('dev')
  lea = await room.join('lea', { kind: 'user' })
  al = await room.join('al')
  await al.send({ to: ['lea'], subject: 'Report', body: 'Read me.' })
  program = openProgram({
    mailbox: lea,
    now: () => room.now,
    state: initialState(
      { address: 'lea', kind: 'user', principal: null },
      'dev',
      { columns: 120, rows: 30 },
      room.now,
    ),
    draw: () => 0,
    repaint: () => undefined,
    suspend: () => undefined,
    edit: () => Promise.resolve({ problem: 'none' }),
    handOut: () => Promise.resolve(null),
  })
  await until(() => program.state.panes.list.rows.length === 1)
  await program.quiet()
})
afterEach(async () => {
  await program.close()
  await room.close()
})

const press = (...labels: readonly string[]) => {
  for (const label of labels) program.dispatch(keyOf(label))
}
const page = () => {
  const { overlay } = program.state
  return overlay.type === 'sheet' && overlay.sheet.type === 'away' ? overlay.sheet.value : null
}

it('who comes back sees what ended since their last key, and the key that brought them archived nothing', async () => {
  const bob = await room.join('bob')
  const ended = async (subject: string) => {
    const { id } = await al.send({ to: ['bob'], subject, body: 'x', again: true })
    await bob.complete({ messages: [id] })
  }
  await ended('Before')
  room.now += 10 * minute
  press('j')
  room.now += 10 * minute
  await ended('Meanwhile')
  room.now += 21 * minute
  press('e')
  await until(() => page() !== null)
  expect(page()?.finished.map(({ subject }) => subject)).toEqual(['Meanwhile'])
  await program.quiet()
  expect((await lea.inbox({})).messages.map(({ subject }) => subject)).toEqual(['Report'])
  press('Esc', 'e')
  await until(async () => (await lea.inbox({})).messages.length === 0)
})

it('who missed nothing has one line, and the screen as it was', async () => {
  await al.retract({ messages: (await lea.inbox({})).messages.map(({ id }) => id) })
  room.now += 31 * minute
  press('j')
  await until(() => program.state.session.toast !== null)
  expect(program.state.session.toast?.text).toBe(
    'Nothing happened in the last 31m, and nothing waits for you.',
  )
  expect(program.state.overlay.type).toBe('none')
})
