import { expect, test } from 'vitest'
import { Blank } from '../../components/Blank.tsx'
import { CaretLine } from '../../components/CaretLine.tsx'
import { FocusedLine } from '../../components/FocusedLine.tsx'
import { TypingContext } from '../../components/typing.ts'
import { caretLine } from '../../src/faces/tui/compose/editor/editor-caret.ts'
import { fieldOf } from '../../src/faces/tui/compose/editor/field.ts'
import { fieldView } from '../../src/faces/tui/compose/editor/line-view.ts'
import { type Line, word } from '../../src/faces/tui/text/line.ts'
import { covering, lineOf, look, lookOf, wide, widths } from '../support/drawn.tsx'

const family = '👩‍👩‍👧'
const inverse = look('7')

test.each<readonly [string, Line, number, string, number]>([
  ['the first cell', [word('abc')], 0, 'abc', inverse],
  ['a cell between', [word('abc')], 1, 'bc', inverse],
  ['a cell of a later piece', [word('abc'), word('def', 'bold')], 4, 'ef', look('1;7')],
  ['a wide character', [word('a日bc')], 1, '日b', inverse],
  ['a cluster of several characters', [word(`a日b${family}yz`)], 4, `${family}y`, inverse],
])('the caret is on %s, and on nothing else', (_, line, caret, from, expected) => {
  const element = <CaretLine line={line} caret={caret} />
  expect(lookOf(element, from)).toBe(expected)
  for (const { text, style } of caretLine(line, caret).after)
    expect(lookOf(element, text.slice(-1))).toBe(look(style === 'bold' ? '1' : ''))
  expect(lineOf(element, 40)).toBe(line.map(({ text }) => text).join(''))
})

test('at the end of a line, and in an empty one, the caret is on a blank', () => {
  expect(lookOf(<CaretLine line={[word('abc')]} caret={3} />, ' ')).toBe(inverse)
  expect(lookOf(<CaretLine line={[]} caret={0} />, ' ')).toBe(inverse)
})

test.each(widths)('blank rows cover what is below them, in %i columns', (columns) => {
  expect(covering(<Blank columns={columns} rows={3} />, columns)).toEqual(Array(3).fill(' '.repeat(columns)))
})

test.each([0, -2])('%i blank rows are none', (rows) => {
  expect(covering(<Blank columns={50} rows={rows} />, 50)).toEqual([])
})

test.each(widths)(
  'the focused line shows its own value, or the one that is typed faster, in %i columns',
  (columns) => {
    const line = fieldView('/', fieldOf(`from:coo ${wide}`), columns)
    expect(lineOf(<FocusedLine line={line} />, columns)).toMatch(/^ \/from:coo 日本/u)
    const typing = { field: fieldOf('from:critic'), onChange: () => undefined }
    const typed = (
      <TypingContext.Provider value={typing}>
        <FocusedLine line={line} />
      </TypingContext.Provider>
    )
    expect(lineOf(typed, columns)).toMatch(/^ \/from:critic *$/u)
  },
)
