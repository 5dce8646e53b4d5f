import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { openDrawing } from '../../components/drawing.tsx'
import { lineOf, throughInput } from '../../src/faces/tui/loop/line-input.ts'
import { type State, withPanes } from '../../src/faces/tui/state.ts'
import type { InputEvent } from '../../src/faces/tui/terminal/key-event.ts'
import { freshKeys, parseKeys } from '../../src/faces/tui/terminal/keys.ts'
import { scaled } from '../support/scale.ts'
import { row, type Sitting, sitBefore } from '../support/tui-state.ts'

const size = { columns: 100, rows: 24 }
const before = () => sitBefore([row('M001'), row('M002')], size)
const inChannel = () => {
  const sitting = before()
  const source = { type: 'channel', name: 'dev' } as const
  sitting.state = withPanes(sitting.state, { list: { ...sitting.state.panes.list, source } })
  return sitting.press('m')
}

/** Every line of the screen that one types into. */
const lines: Readonly<Record<string, () => Sitting>> = {
  search: () => before().press('/'),
  filter: () => before().press('f'),
  palette: () => before().press(':'),
  prompt: () => before().press('x'),
  'quick reply': () => before().press('r'),
  post: inChannel,
}

const opened: { close(): void }[] = []
afterEach(() => {
  for (const drawing of opened.splice(0)) drawing.close()
})

/** Keys take the way of the program: letters for a line through its input on the screen. */
function throughScreen(sitting: Sitting, events: readonly InputEvent[]) {
  const drawing = openDrawing({ ...size, draw: () => undefined }, 'bare', false)
  opened.push(drawing)
  const show = () => drawing.draw(sitting.state)
  let inputs = 0
  for (const event of events) {
    const told = throughInput(sitting.state, event, drawing.input, show)
    if (told.type === 'input') inputs += 1
    sitting.tell(told)
  }
  return { state: sitting.state, inputs }
}

const keysOf = (bytes: string): readonly InputEvent[] => parseKeys(freshKeys, Buffer.from(bytes))[1]

/** What of a state there is to compare: a draft's id is made up each time. */
function written({ session: { early }, overlay }: State) {
  return { ...overlay, draft: '', early }
}

describe.each(Object.entries(lines))('%s', (_, open) => {
  test('gets every one of two hundred keys of one chunk through ink-text-input', () => {
    const text = 'the quick brown fox '.repeat(10)
    const { state, inputs } = throughScreen(open(), keysOf(text))
    expect(lineOf(state)?.text).toBe(text)
    expect(inputs).toBe(200)
  })

  test('keeps the order of letters, other keys and pastes', () => {
    const keys = 'ac\x1b[Db\x1b[200~日本\x1b[201~\x7f!\x05?'
    const { state } = throughScreen(open(), keysOf(keys))
    expect(lineOf(state)?.text).toBe('ab日!c?')
  })

  test('becomes what the rule without a screen makes of it, whatever is typed', () => {
    const pieces = [
      'a',
      'b ',
      ' ',
      'é',
      'e\u0301',
      '日',
      '👩\u200d🚀',
      '\u200d',
      '\x1b[D',
      '\x1b[C',
      '\x7f',
      '\x1b[3~',
    ]
    const keys = fc
      .array(fc.constantFrom(...pieces, '\x01', '\x05', '\x17', '\x1b[200~two\rlines\x1b[201~'), {
        maxLength: 30,
      })
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(keys, (keys) => {
        const there = throughScreen(open(), keysOf(keys))
        const here = open().tell(...keysOf(keys))
        expect(written(there.state)).toEqual(written(here.state))
        for (const drawing of opened.splice(0)) drawing.close()
      }),
      { numRuns: scaled(15, 500) },
    )
  })
})

test('letters that have to wait are no letters for the line yet', () => {
  const sitting = before().press(':').type('whoami').press('Enter')
  const { state, inputs } = throughScreen(sitting, keysOf('/xy'))
  expect(inputs).toBe(0)
  expect(state.session.early).toHaveLength(3)
})

test('where no line is drawn, a letter is a key', () => {
  const sitting = before().press('/')
  sitting.tell({ type: 'resize', columns: 10, rows: 3 })
  const { state, inputs } = throughScreen(sitting, keysOf('ab'))
  expect(inputs).toBe(0)
  expect(lineOf(state)?.text).toBe('ab')
})

test('a letter behind the key that opens a line is typed into that line', () => {
  const { state, inputs } = throughScreen(before(), keysOf('/ab'))
  expect(lineOf(state)?.text).toBe('ab')
  expect(inputs).toBe(2)
})
