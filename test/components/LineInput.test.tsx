import fc from 'fast-check'
import { render } from 'ink-testing-library'
import { describe, expect, test } from 'vitest'
import { LineInput } from '../../components/LineInput.tsx'
import { editField, emptyField, fieldOf, insert } from '../../src/faces/tui/compose/editor/field.ts'
import { lettersOf } from '../../src/faces/tui/loop/line-input.ts'
import type { Field } from '../../src/faces/tui/model/editor.ts'
import { freshKeys, parseKeys, settleKeys } from '../../src/faces/tui/terminal/keys.ts'
import { type Line, word } from '../../src/faces/tui/text/line.ts'
import { widthOf } from '../../src/faces/tui/text/text.ts'
import { scaled } from '../support/scale.ts'

const family = '👨\u200d👩\u200d👧\u200d👦'
const label: Line = [word('To: ')]

type Options = {
  readonly field?: Field
  readonly columns?: number
  readonly focus?: boolean
  readonly placeholder?: Line
  readonly caret?: 'cell' | 'cursor'
}

/** A line input with a person before it, whose keys take the way of the program: letters through the input. */
function openLine({ field = emptyField, columns = 40, caret = 'cell', ...more }: Options = {}) {
  let value = field
  let told = 0
  const element = () => (
    <LineInput
      {...{ label, columns, caret, ...more }}
      field={value}
      onChange={(next) => {
        value = next
        told += 1
      }}
    />
  )
  const { stdin, lastFrame, rerender, unmount } = render(element())
  return {
    /** Bytes as a terminal sends them, in one chunk. */
    send(bytes: string) {
      const [state, events] = parseKeys(freshKeys, Buffer.from(bytes))
      for (const event of [...events, ...settleKeys(state)[1]]) {
        if (event.type === 'paste') value = insert(value, event.text)
        if (event.type !== 'key') continue
        const letters = lettersOf(event)
        // The program draws the line as it is by now before it gives the input a letter.
        rerender(element())
        if (letters === null) value = editField(value, event)
        else stdin.write(letters)
      }
      rerender(element())
      return this
    },
    /** What Ink's input gets as it is. */
    raw(text: string) {
      stdin.write(text)
    },
    get field() {
      return value
    },
    /** How often the input told of a change. */
    get told() {
      return told
    },
    get frame() {
      return lastFrame() ?? ''
    },
    get text() {
      return (lastFrame() ?? '').replace(/\u001b\[[\d;]*m/gu, '').trimEnd()
    },
    unmount,
  }
}

test('types every one of two hundred keys of one chunk', () => {
  const text = 'the quick brown fox '.repeat(10)
  const line = openLine({ columns: 30 }).send(text)
  expect(line.field).toEqual(fieldOf(text))
  expect(line.told).toBe(200)
  expect(line.text).toBe('To: …fox the quick brown fox')
  line.unmount()
})

test('a chunk of two hundred letters that reaches ink-text-input unparted is whole, too', () => {
  const line = openLine()
  line.raw('x'.repeat(200))
  expect(line.field).toEqual(fieldOf('x'.repeat(200)))
  line.unmount()
})

describe('one key is one grapheme', () => {
  test.each([
    { name: 'Backspace erases a family whole', keys: `a${family}\x7f`, field: fieldOf('a') },
    { name: 'Backspace erases a flag whole', keys: 'a🇩🇪\x7f', field: fieldOf('a') },
    { name: 'Backspace erases a letter with its mark', keys: 'ae\u0301\x7f', field: fieldOf('a') },
    { name: 'Left goes over surrogates', keys: 'a👍b\x1b[D\x1b[D', field: { text: 'a👍b', at: 1 } },
    { name: 'Left goes over a family', keys: `${family}b\x1b[D\x1b[D`, field: { text: `${family}b`, at: 0 } },
    { name: 'Right goes over surrogates', keys: '👍b\x01\x1b[C', field: { text: '👍b', at: 2 } },
    {
      name: 'a letter goes between surrogates’ owners',
      keys: '👍👎\x1b[Dx',
      field: { text: '👍x👎', at: 3 },
    },
    {
      name: 'Delete erases what stands at the caret',
      keys: 'a👍b\x01\x1b[C\x1b[3~',
      field: { text: 'ab', at: 1 },
    },
    { name: 'Delete at the end is not Backspace', keys: 'ab\x1b[3~', field: fieldOf('ab') },
    { name: 'C-w erases a word, and types nothing', keys: 'one two \x17', field: fieldOf('one ') },
    { name: 'C-u erases to the start', keys: 'one two\x1b[D\x15', field: { text: 'o', at: 0 } },
    { name: 'C-k erases to the end', keys: 'one\x01\x0b', field: emptyField },
    { name: 'Alt and a letter type nothing', keys: 'a\x1bb', field: fieldOf('a') },
    {
      name: 'arrows that a line has no use for type nothing',
      keys: 'a\x1b[A\x1b[B\x1b[5~\t',
      field: fieldOf('a'),
    },
    { name: 'a letter replaces an offered answer', field: fieldOf('x'), keys: 'x', offered: 'offered' },
    { name: 'Left edits an offered answer', field: { text: 'ofxf', at: 3 }, keys: '\x1b[Dx', offered: 'off' },
  ])('$name', ({ keys, field, offered }) => {
    const line = openLine(offered === undefined ? {} : { field: { ...fieldOf(offered), offered: true } })
    line.send(keys)
    expect(line.field).toEqual(field)
    line.unmount()
  })
})

test('a pasted escape sequence is harmless', () => {
  const line = openLine().send('a\x1b[200~\x1b[2J\x1b]0;t\x07b\rc\x1b[201~d')
  expect(line.text).toBe('To: ab cd')
  line.send('\x7f\x7f')
  expect(line.text).toBe('To: ab')
  line.unmount()
})

test('letters, movement and paste keep their order in one chunk', () => {
  const line = openLine().send('ac\x1b[Db\x1b[200~日本\x1b[201~\x7f!\x05?')
  expect(line.field).toEqual(fieldOf('ab日!c?'))
  line.unmount()
})

describe('what is seen', () => {
  /** Ink closes it as the theme does, or with what undoes it. */
  const caretAt = (text: string) => new RegExp(`\u001b\\[7m${text}\u001b\\[`, 'u')

  test('the caret stands behind the text', () => {
    const line = openLine().send('ab')
    expect(line.frame).toMatch(caretAt(' '))
    line.unmount()
  })

  test('the caret stands on a whole wide character', () => {
    const line = openLine().send('a日b\x1b[D\x1b[D')
    expect(line.frame).toMatch(caretAt('日'))
    line.unmount()
  })

  test('there is no second caret where the terminal’s own cursor stands', () => {
    const line = openLine({ caret: 'cursor' }).send('ab')
    expect(line.frame).toBe('To: ab')
    line.unmount()
  })

  test.each([12, 13, 14, 15])('wide characters scroll in %i columns, and are never halved', (columns) => {
    const line = openLine({ columns }).send('日本語中文字')
    expect(line.text).toMatch(/^To: …[日本語中文字]+$/u)
    expect(line.text.endsWith('文字')).toBe(true)
    expect(widthOf(line.text)).toBeLessThan(columns)
    line.send('\x01')
    expect(line.text).toMatch(/^To: 日本[語中文字]*…$/u)
    expect(line.frame).toMatch(caretAt('日'))
    expect(widthOf(line.text)).toBeLessThanOrEqual(columns)
    line.unmount()
  })

  test('a long line shows the caret wherever it goes', () => {
    const line = openLine({ columns: 20 }).send('abcdefghijklmnopqrstuvwxyz')
    for (let steps = 0; steps < 26; steps += 1) {
      line.send('\x1b[D')
      const letter = line.field.text[line.field.at] ?? ''
      expect(line.frame).toMatch(caretAt(letter))
      expect(line.text.length).toBeLessThanOrEqual(20)
    }
    line.unmount()
  })

  test('an empty line says what to write, cut to its room', () => {
    const placeholder = [word('Enter sends, Alt-Enter for more lines')]
    const line = openLine({ placeholder, columns: 24 })
    expect(line.text).toBe('To:  Enter sends, Alt-E…')
    line.send('x')
    expect(line.text).toBe('To: x')
    line.unmount()
  })

  test('a line without the focus has no caret, and takes no letter', () => {
    const line = openLine({ focus: false, field: fieldOf('kept') }).send('x')
    expect(line.frame).toBe('To: kept')
    expect(line.field).toEqual(fieldOf('kept'))
    line.unmount()
  })
})

test('what ink-text-input makes of any letters is what the rule of the program makes of them', () => {
  const pieces = fc.constantFrom(
    'a',
    ' ',
    'é',
    'e\u0301',
    '日',
    '👍',
    family,
    '\u200d',
    '🇩',
    '…',
    '[',
    '~',
    '\u3000',
  )
  const field = fc.tuple(fc.array(pieces), fc.array(pieces), fc.boolean()).map(
    ([before, after, offered]): Field => ({
      text: [...before, ...after].join(''),
      at: before.join('').length,
      ...(offered && { offered }),
    }),
  )
  fc.assert(
    fc.property(field, pieces, fc.integer({ min: 5, max: 40 }), (field, letters, columns) => {
      const line = openLine({ field, columns })
      line.raw(letters)
      expect(line.field).toEqual(insert(field, letters))
      line.unmount()
    }),
    { numRuns: scaled(60, 2_000) },
  )
})
