import { describe, expect, test } from 'vitest'
import { Field, type FieldProps } from '../../components/Field.tsx'
import { plain, type Safe } from '../../src/domain/sanitize.ts'
import { openEditor } from '../../src/faces/tui/compose/editor/editor.ts'
import type { FormField } from '../../src/faces/tui/model/form.ts'
import { themes } from '../../src/faces/tui/text/theme.ts'
import { covering, drawn, look, lookOf, painted, wide } from '../support/drawn.tsx'

const about: FormField = {
  name: 'subject',
  label: 'Subject',
  kind: 'line',
  help: 'the topic in one line',
  editor: openEditor('', { single: true }),
  choice: '',
  error: null,
  note: null,
}
const body = (text: string, more: Partial<FormField> = {}): FormField => ({
  ...about,
  label: 'Message',
  kind: 'lines',
  help: 'the message itself',
  editor: openEditor(text),
  ...more,
})
const line = (text: string): FormField => ({ ...about, editor: openEditor(text, { single: true }) })
const choice = (chosen: string): FormField => ({
  ...about,
  label: 'Kind',
  kind: 'choice',
  help: 'a request',
  options: ['', 'query'],
  choice: chosen,
})

const labels = 12

function field(given: FormField, { columns = 36, rows = null, ...more }: Partial<FieldProps> = {}) {
  const props = { labels, columns, rows, writes: rows !== null, candidates: null, ...more }
  return <Field field={given} {...props} />
}

const names = (...all: readonly string[]) => all.map((name) => name as Safe)
/** The caret's cell: the first that is inverse. */
const caret = (element: Parameters<typeof painted>[0]) =>
  /\u001b\[7m(?:\u001b\[[\d;]*m)*([^\u001b]*)/u.exec(painted(element, 'bare'))?.[1]

describe.each([50, 80, 120])('in a form of %i columns', (width) => {
  const columns = width - 4 - labels - 2
  const fits = (element: Parameters<typeof drawn>[0]) => covering(element, width - 4)

  test('an empty field says what belongs there, and covers all of its cells', () => {
    expect(fits(field(about, { columns }))[0]).toMatch(/^ {2}Subject {5}the topic in one line +$/u)
    expect(fits(field(about, { columns, rows: 1 }))[0]).toMatch(/^▸ Subject {5}the topic in one line +$/u)
  })

  test('a long text wraps under its label, as far as there is room', () => {
    const text = `${'word '.repeat(400)}\n${wide.repeat(20)}`
    const resting = fits(field(body(text), { columns }))
    expect(resting).toHaveLength(3)
    expect(resting[0]).toMatch(/^ {2}Message {5}word word/u)
    expect(resting[1]).toMatch(/^ {14}word/u)
    expect(resting[2]).toMatch(/ … *$/u)
    const focused = fits(field(body(text), { columns, rows: 6 }))
    expect(focused).toHaveLength(6)
    expect(focused[0]).toMatch(/ ↑\d+ *$/u)
    expect(focused[5]).toContain('end')
  })

  test('wide characters are never halved', () => {
    for (const cells of [columns, columns - 1])
      covering(field(body('日本語'.repeat(60)), { columns: cells, rows: 4 }), labels + 2 + cells)
  })

  test('an error stands under the field, before its note', () => {
    const wrong = {
      ...about,
      error: plain('Add a subject: the topic in one line.'),
      note: plain('Optional.'),
    }
    const lines = fits(field(wrong, { columns }))
    expect(lines[1]).toMatch(/^ {14}! Add a subject/u)
    expect(lines.join('\n')).not.toContain('Optional.')
    expect(lookOf(field(wrong, { columns }), 'Add a')).toBe(look(themes.colours.styles.urgent))
    expect(fits(field({ ...about, note: plain('Optional.') }, { columns }))[1]).toMatch(/^ {16}Optional\./u)
  })

  test('candidates stand under the field, the chosen one marked', () => {
    const candidates = { names: names('critic', `swarm_dev/${'x'.repeat(150)}`), chosen: 1 }
    const lines = fits(field(line('cri'), { columns, rows: 1, candidates }))
    expect(lines[1]).toMatch(/^ {16}critic +$/u)
    expect(lines[2]).toMatch(/^ {14}▸ swarm_dev\/x+…$/u)
  })

  test('a choice shows that it can be switched while it has the focus', () => {
    expect(fits(field(choice('query'), { columns }))[0]).toMatch(/^ {2}Kind {8}query +$/u)
    expect(fits(field(choice('query'), { columns, rows: 1 }))[0]).toMatch(/^▸ Kind {8}‹ query › +$/u)
    expect(fits(field(choice(''), { columns, rows: 1 }))[0]).toContain('‹ a request ›')
  })
})

test('the caret stands in the value, on a whole character, only while one writes', () => {
  const home = { ...openEditor('日本', { single: true }), caret: { line: 0, offset: 0 } }
  expect(caret(field(line('ab'), { rows: 1 }))).toBe(' ')
  expect(caret(field({ ...about, editor: home }, { rows: 1 }))).toBe('日')
  expect(caret(field(about, { rows: 1 }))).toBe('t')
  expect(caret(field(line('ab'), { rows: 1, writes: false }))).toBeUndefined()
  expect(caret(field(line('ab')))).toBeUndefined()
  expect(caret(field(choice('query'), { rows: 1 }))).toBeUndefined()
})

test('a one-line value scrolls sideways under the caret', () => {
  const long = line('a'.repeat(30) + 'b'.repeat(30))
  expect(drawn(field(long))[0]).toMatch(/ a{30}b{5}…$/u)
  expect(drawn(field(long, { rows: 1 }))[0]?.trimEnd()).toMatch(/ …a{4}b{30}$/u)
})

test('the label of the focused field stands out', () => {
  expect(lookOf(field(about, { rows: 1 }), 'Subject')).toBe(look(themes.colours.styles.accent))
  expect(lookOf(field(about), 'Subject')).toBe(look(themes.colours.styles.dim))
})
