import { plain, type Safe } from '../../../../domain/sanitize.ts'
import { fitLine, type Line, type Span, span, word } from '../../text/line.ts'
import { cut, pad, repeated, widthOf } from '../../text/text.ts'
import { editorText, editorView } from '../editor/editor.ts'
import { isSingle } from './form-fields.ts'
import { formHints } from './form-keys.ts'
import {
  candidateNames,
  fieldRoom,
  fieldRows,
  formErrorLines,
  insideForm,
  labelWidth,
  previewEnd,
  previewLines,
  remarks,
  restingView,
  valueColumns,
  withLabels,
} from './form-layout.ts'
import type { FormField, FormSize, FormState } from './form-state.ts'

/** A row over the form's whole width; `caret` is the column of the cell that stands out, if it is in this row. */
export type FormRow = { readonly line: Line; readonly caret: number | null }
export type FormView = {
  readonly columns: number
  /** As many as the form is high, with the frame. */
  readonly rows: readonly FormRow[]
  readonly caret: { readonly row: number; readonly column: number } | null
}

/** The form as it is drawn in so many columns and rows, frame and key hints within; the focus is always in view. */
export function formView(form: FormState, room: FormSize): FormView {
  const size = withLabels(form, room)
  const inside = insideForm(size)
  const height = fieldRows(form, size)
  const content = form.preview === null ? fieldsIn(form, size, height) : previewIn(form, size, height)
  const blank: FormRow = { line: [], caret: null }
  const filled = [...content, ...Array.from({ length: height - content.length }, () => blank)]
  const errors = formErrorLines(form, size).map((text): FormRow => row([span(text, 'warning')]))
  const body = [...filled, ...errors, row(hintLine(form, inside.columns))]
  const rows = [top(form.title, size), ...body.map((line) => framed(line, inside.columns)), bottom(size)]
  const at = rows.findIndex(({ caret }) => caret !== null)
  const column = rows[at]?.caret ?? null
  return { columns: size.columns, rows, caret: column === null ? null : { row: at, column } }
}

function fieldsIn(form: FormState, size: FormSize, height: number): readonly FormRow[] {
  const blocks = form.fields.map((field, at) => fieldBlock(form, field, at === form.focus, size))
  const rows = blocks.flat()
  const start = blocks.slice(0, form.focus).reduce((sum, block) => sum + block.length, 0)
  const own = blocks[form.focus]?.length ?? 0
  // What stands above says to whom and about what: it stays as long as one row of what follows is seen.
  const least = Math.min(start, start + own + 1 - height)
  const first = Math.max(0, Math.min(least, rows.length - height))
  return rows.slice(first, first + height)
}

function previewIn(form: FormState, size: FormSize, height: number): readonly FormRow[] {
  const first = Math.min(form.preview ?? 0, previewEnd(form, size))
  return previewLines(form, size)
    .slice(first, first + height)
    .map((line) => row(line))
}

/** A field's rows: its value behind its label, what is offered for it, what is wrong with it. */
function fieldBlock(form: FormState, field: FormField, focused: boolean, size: FormSize): readonly FormRow[] {
  const label = [
    word(focused ? '▸ ' : '  ', 'accent'),
    span(pad(plain(field.label), labelWidth(size)), focused ? 'accent' : 'dim'),
  ]
  const under = word(' '.repeat(labelWidth(size) + 2))
  const values = focused ? focusedRows(form, field, size) : restingRows(field, size)
  const indent = labelWidth(size) + 2
  const rows = values.map(
    ({ line, caret }, at): FormRow => ({
      line: [...(at === 0 ? label : [under]), ...line],
      caret: caret === null ? null : caret + indent,
    }),
  )
  const offered = focused ? candidateNames(form, size) : []
  return [
    ...rows,
    ...offered.map((name, at) => row([under, ...candidate(name, at === form.candidates?.chosen, size)])),
    ...remarks(field, size).map(({ text, style }, at) =>
      row([under, word(at === 0 ? (style === 'dim' ? '· ' : '! ') : '  ', style), span(text, style)]),
    ),
  ]
}

function candidate(name: Safe, chosen: boolean, size: FormSize): readonly Span[] {
  return [
    word(chosen ? '› ' : '  ', 'accent'),
    span(cut(name, valueColumns(size) - 2), chosen ? 'accent' : 'plain'),
  ]
}

function focusedRows(form: FormState, field: FormField, size: FormSize): readonly FormRow[] {
  if (field.kind === 'choice') return [choiceRow(field, true, size)]
  const room = fieldRoom(form, size)
  const view = editorView(field.editor, room.columns, room.rows)
  const writes = form.preview === null && !form.asking && !form.sending
  if (editorText(field.editor) === '') return [{ line: helpLine(field, size), caret: writes ? 0 : null }]
  const above = view.above > 0 ? ` ↑${view.above}` : ''
  const below = view.below > 0 ? ` ↓${view.below}` : ''
  return view.lines.map((text, at): FormRow => {
    const mark = at === 0 ? above : at === view.lines.length - 1 ? below : ''
    const shown =
      mark === '' ? [span(text)] : [...fitLine([span(text)], room.columns - mark.length), word(mark, 'dim')]
    const isHere = writes && at === view.caret.row
    return { line: isHere ? [span(text)] : shown, caret: isHere ? view.caret.column : null }
  })
}

function restingRows(field: FormField, size: FormSize): readonly FormRow[] {
  if (field.kind === 'choice') return [choiceRow(field, false, size)]
  if (editorText(field.editor) === '') return [row(helpLine(field, size))]
  const view = restingView(field, size)
  const last = view.lines.length - 1
  return view.lines.map((text, at) => {
    if (at < last || view.below === 0 || isSingle(field)) return row([span(text)])
    return row([span(cut(text, valueColumns(size) - 2)), word(' …', 'dim')])
  })
}

function choiceRow(field: FormField, focused: boolean, size: FormSize): FormRow {
  const shown = field.choice === '' ? span(plain(field.help), 'dim') : span(plain(field.choice))
  if (!focused) return row([{ ...shown, text: cut(shown.text, valueColumns(size)) }])
  const text = cut(shown.text, valueColumns(size) - 4)
  return row([word('‹ ', 'accent'), { ...shown, text }, word(' ›', 'accent')])
}

function helpLine(field: FormField, size: FormSize): Line {
  return [span(cut(plain(field.help), valueColumns(size)), 'dim')]
}

/** As many hints as there is room for, whole ones. */
function hintLine(form: FormState, columns: number): Line {
  if (form.sending) return [word('Sending …', 'dim')]
  const narrow = columns < 60
  const spans: Span[] = form.asking ? [word(columns < 45 ? 'Keep it? ' : 'Keep as a draft? ', 'warning')] : []
  let left = columns - spans.reduce((sum, { text }) => sum + widthOf(text), 0)
  for (const { key, help } of formHints(form, narrow)) {
    const width = key.length + help.length + 3
    if (width - 2 > left) break
    spans.push(word(key, 'accent'), word(` ${help}  `, 'dim'))
    left -= width
  }
  return spans
}

function row(line: Line): FormRow {
  return { line, caret: null }
}

function framed({ line, caret }: FormRow, columns: number): FormRow {
  const side = word('│', 'frame-focused')
  return {
    line: [side, word(' '), ...fitLine(line, columns), word(' '), side],
    caret: caret === null ? null : caret + 2,
  }
}

function top(title: Safe, { columns }: FormSize): FormRow {
  const shown = cut(title, columns - 5)
  return row([
    word('╭ ', 'frame-focused'),
    span(shown, 'heading'),
    span(plain(` ${repeated('─', columns - widthOf(shown) - 4)}╮`), 'frame-focused'),
  ])
}

function bottom({ columns }: FormSize): FormRow {
  return row([span(plain(`╰${repeated('─', columns - 2)}╯`), 'frame-focused')])
}
