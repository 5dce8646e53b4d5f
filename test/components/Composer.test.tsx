import { Box, Text } from 'ink'
import { describe, expect, test } from 'vitest'
import { Composer } from '../../components/Composer.tsx'
import { plain } from '../../src/domain/sanitize.ts'
import { failForm, openForm, updateForm } from '../../src/faces/tui/compose/form/form.ts'
import { hintLine } from '../../src/faces/tui/compose/form/form-hints.ts'
import type { FormState } from '../../src/faces/tui/model/form.ts'
import { lineText, lineWidth } from '../../src/faces/tui/text/line.ts'
import { widthOf } from '../../src/faces/tui/text/text.ts'
import { keyEvent, typing } from '../faces/tui/form-typing.ts'
import { drawn, painted, wide } from '../support/drawn.tsx'

const rows = 20
const press = (form: FormState, ...keys: readonly string[]): FormState =>
  keys.reduce((now, key) => updateForm(now, keyEvent(key), { columns: 80, rows }).form, form)
const written = openForm('compose', { input: { to: ['critic'], subject: wide, body: 'abc' } })
const handoff = openForm('handoff', { input: { to: 'critic', done: wide } })
const caret = (form: FormState, columns = 80) =>
  /\u001b\[7m(?:\u001b\[[\d;]*m)*([^\u001b]*)/u.exec(
    painted(<Composer form={form} room={{ columns, rows }} />, 'bare'),
  )?.[1]

test('keys that do not fit are left out, and none is cut', () => {
  const completing = press(openForm('handoff', { input: { done: 'x' } }), 'c', 'r')
  for (const form of [completing, { ...handoff, focus: 3 }])
    for (let columns = 40; columns < 100; columns += 1) {
      const keys = hintLine(form, columns)
      expect(lineWidth(keys), `${columns}`).toBeLessThanOrEqual(columns)
      expect(lineText(keys)).toMatch(/ \S+$/u)
    }
})

describe.each([50, 80, 120])('in %i columns', (columns) => {
  const shown = (form: FormState, height = rows) => {
    const lines = drawn(<Composer form={form} room={{ columns, rows: height }} />)
    expect(lines).toHaveLength(height)
    expect(new Set(lines.map((line) => widthOf(plain(line))))).toEqual(new Set([columns]))
    return lines
  }

  test('an empty form shows its title, its fields and its keys in a frame', () => {
    const lines = shown(openForm('compose'))
    expect(lines[0]).toMatch(/^╭ New message ─+╮$/u)
    expect(lines[1]).toMatch(/^│ ▸ To {10}/u)
    expect(lines.at(-2)).toMatch(/^│ C-s .*Tab next .*│$/u)
    expect(lines.at(-1)).toMatch(/^╰─+╯$/u)
  })

  test('the focused field has the mark, in view however little room there is', () => {
    for (let focus = 0; focus < handoff.fields.length; focus += 1) {
      const label = handoff.fields[focus]?.label ?? ''
      for (const height of [rows, 8]) {
        const marked = shown({ ...handoff, focus }, height).filter((line) => line.startsWith('│ ▸'))
        expect(marked).toHaveLength(1)
        expect(marked[0]).toContain(`▸ ${label.slice(0, 9)}`)
      }
    }
  })

  test('what a field lacks stands under it, and what failed above the keys', () => {
    expect(shown(press(openForm('compose'), 'C-s'))[2]).toMatch(/^│ +! /u)
    expect(shown(failForm(written, { message: 'The store is locked.' })).at(-3)).toContain(
      'The store is locked.',
    )
    expect(shown(failForm(written, { message: 'word '.repeat(80) })).at(-2)).toContain('C-s send')
  })

  test('a preview replaces the fields and keeps the frame', () => {
    const lines = shown(press({ ...written, focus: 0 }, 'C-p'))
    expect(lines.some((line) => line.includes('▸'))).toBe(false)
    expect(lines.join('\n')).toContain('abc')
    expect(lines.at(-2)).toMatch(/C-s send .*Esc back/u)
  })

  test('the question whether to keep it stands before its keys', () => {
    const lines = shown(press(written, ...typing('x'), 'Esc'))
    expect(lines.at(-2)).toMatch(/^│ Keep as a draft\? y /u)
  })
})

test('there is a caret only while one writes', () => {
  expect(caret(written)).toBe(' ')
  expect(caret(press(written, 'Left'))).toBe('c')
  expect(caret(press(written, 'C-p'))).toBeUndefined()
  expect(caret(press(written, ...typing('x'), 'Esc'))).toBeUndefined()
  expect(caret({ ...written, sending: true })).toBeUndefined()
})

test('a form covers every cell of what lies below', () => {
  const below = Array.from({ length: 10 }, () => 'x'.repeat(60)).join('\n')
  const lines = drawn(
    <Box width={60} height={10}>
      <Text>{below}</Text>
      <Box position="absolute" marginLeft={2} marginTop={1}>
        <Composer form={openForm('reply')} room={{ columns: 50, rows: 8 }} />
      </Box>
    </Box>,
  )
  expect(lines.slice(1, 9).every((line) => /^xx[╭│╰].*[╮│╯]x{8}$/u.test(line))).toBe(true)
  expect(lines.slice(1, 9).some((line) => line.slice(3, -9).includes('xx'))).toBe(false)
})
