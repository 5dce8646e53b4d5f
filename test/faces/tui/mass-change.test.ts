import { describe, expect, it, test } from 'vitest'
import { commands, verbOf } from '../../../src/faces/tui/commands/index.ts'
import type { FullMessageValue } from '../../../src/services/values.ts'
import type { JournalValue } from '../../../src/values/log-schema.ts'
import { noon, row, rowIds, type Sitting, sitBefore } from '../../support/tui-state.ts'

type Change = {
  readonly command: string
  /** What is pressed once the messages are chosen. */
  readonly keys: readonly string[]
  readonly operation: string
  readonly rows?: Partial<FullMessageValue>
}

/** Every change of chosen messages. */
const changes: readonly Change[] = [
  { command: 'ack', keys: ['a'], operation: 'ack' },
  { command: 'process', keys: ['p'], operation: 'process' },
  { command: 'complete', keys: ['c'], operation: 'complete' },
  { command: 'archive', keys: ['e'], operation: 'archive' },
  { command: 'pin', keys: ['P'], operation: 'pin' },
  { command: 'pin', keys: ['P'], operation: 'unpin', rows: { pinned: true } },
  { command: 'unread', keys: ['U'], operation: 'unread' },
  { command: 'snooze', keys: ['s', 'Enter'], operation: 'snooze' },
  { command: 'fail', keys: ['x', 'Enter'], operation: 'fail' },
  { command: 'again', keys: ['d'], operation: 'retry', rows: { status: 'failed' } },
]
/** It changes all of a thread, so the size of that counts. */
const ofThread: Change = { command: 'archive-thread', keys: ['E'], operation: 'archive' }

const asked = ({ state: { overlay } }: Sitting) => overlay.type === 'prompt' && overlay.command === 'confirm'
const changed = (sitting: Sitting) =>
  sitting.taken().flatMap((effect) => (effect.type.startsWith('change') ? [effect] : []))

/** Nothing is changed before the person agrees, and then all of it at once. */
function expectAsked(sitting: Sitting, operation: string): void {
  expect([changed(sitting), asked(sitting)]).toEqual([[], true])
  expect(changed(sitting.press('y'))).toMatchObject([{ operation }])
}

describe('a change of more than 20 messages', () => {
  test('has a case for every command', () => {
    const known = [...changes, ofThread].map(({ command }) => command)
    const changing = commands.filter(
      // Taking back asks for a reason first, however many there are.
      ({ at, changes, name }) => at.mail !== undefined && changes !== undefined && name !== 'retract',
    )
    expect(new Set(known)).toEqual(new Set(changing.map(({ name }) => name)))
  })

  test.each(changes)('$operation is asked about first', ({ keys, operation, rows = {} }) => {
    const chosen = (count: number) => sitBefore(rowIds(count).map((id) => row(id, rows))).press('*', ...keys)
    const few = chosen(20)
    expect([changed(few), asked(few)]).toMatchObject([[{ operation }], false])
    expectAsked(chosen(21), operation)
    const refused = chosen(21).press('n', 'Enter')
    expect([changed(refused), asked(refused)]).toEqual([[], false])
  })

  it('counts all messages of a thread', () => {
    const thread = (size: number) => sitBefore([row('M001', {}, size)]).press(...ofThread.keys)
    expect(changed(thread(20))).toMatchObject([{ wholeThread: true }])
    expectAsked(thread(21), ofThread.operation)
  })
})

describe('the undo of a change', () => {
  const entry = (count: number): JournalValue => ({
    change: 7,
    at: new Date(noon + 1_000).toISOString(),
    doing: verbOf('archive'),
    messages: ['M001'],
    count,
    subject: 'S',
    about: null,
    undoable: true,
    undone: false,
    why: null,
    what: 'archive',
  })
  it.each([
    [20, false],
    [21, true],
  ])('of %i messages is asked about first: %s', (count, isAsked) => {
    const sitting = sitBefore([row('M001')]).press('g', 'u')
    sitting.tell({ type: 'journal-loaded', changes: [entry(count)] })
    sitting.taken()
    sitting.press('u')
    const undone = sitting.taken().filter(({ type }) => type === 'reverse')
    expect([asked(sitting), undone.length]).toEqual(isAsked ? [true, 0] : [false, 1])
  })
})
