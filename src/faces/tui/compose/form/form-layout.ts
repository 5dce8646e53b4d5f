import { plain, type Safe, sanitizeLine } from '../../../../domain/sanitize.ts'
import type { FormField, FormSize, FormState } from '../../model/form.ts'
import { bodyLines, plainLines, sectionTitle } from '../../text/body.ts'
import type { Line as BodyLine } from '../../text/body-span.ts'
import { type Line, word } from '../../text/line.ts'
import { cut, wrap } from '../../text/text.ts'
import { type EditorView, editorText, editorView } from '../editor/editor.ts'
import { definitions, formInput, hiddenFields, isShownField, isSingle } from './form-fields.ts'
import { previewHeads } from './preview-heads.ts'

export type Room = { readonly columns: number; readonly rows: number }

/** How many rows a text takes while another field has the focus. */
const restingRows = 3
const leastRows = 3
const errorRows = 3
const offeredRows = 5

/** Inside the frame: it takes a row above and below, and two columns on each side. */
export function insideForm({ columns, rows }: FormSize): Room {
  return { columns: Math.max(8, columns - 4), rows: Math.max(2, rows - 2) }
}

const usualLabels = 12
const widestLabels = 18

export function labelWidth(size: FormSize): number {
  return insideForm(size).columns >= 44 ? (size.labels ?? usualLabels) : 10
}

/** The same room, with as much of it for labels as these fields ask for: a template's names may be long. */
export function withLabels(form: FormState, size: FormSize): FormSize {
  const fields = form.fields.filter((field) => isShownField(form, field))
  const longest = Math.max(...fields.map(({ label }) => label.length + 1))
  return { ...size, labels: Math.max(usualLabels, Math.min(longest, widestLabels)) }
}

/** The mark of the focus, the label and a blank stand before the value. */
export function valueColumns(size: FormSize): number {
  return Math.max(4, insideForm(size).columns - labelWidth(size) - 2)
}

/** The rows that fields have between the frame's top, the error of the whole form, and the last line. */
export function fieldRows(form: FormState, size: FormSize): number {
  return Math.max(1, insideForm(size).rows - 1 - formErrorLines(form, size).length)
}

export function formErrorLines(form: FormState, size: FormSize): readonly Safe[] {
  if (form.error === null) return []
  return wrap(form.error, insideForm(size).columns - 2).slice(0, 2)
}

export type Remark = { readonly text: Safe; readonly style: 'urgent' | 'dim' }

/** The remark under a field: its error, else its note. */
export function remarksOf({ error, note }: FormField, columns: number): readonly Remark[] {
  const said = error ?? note
  if (said === null) return []
  const style = error === null ? 'dim' : 'urgent'
  return wrap(said, columns - 2)
    .slice(0, errorRows)
    .map((text) => ({ text, style }))
}

export function candidateNames(form: FormState, size: FormSize): readonly Safe[] {
  const top = candidateTop(form, size)
  return form.candidates?.names.slice(top, top + offeredRoom(form, size)) ?? []
}

/** The first of the names in view: the chosen one is among them. */
export function candidateTop(form: FormState, size: FormSize): number {
  return Math.max(0, (form.candidates?.chosen ?? 0) - offeredRoom(form, size) + 1)
}

function offeredRoom(form: FormState, size: FormSize): number {
  return Math.min(offeredRows, Math.max(1, fieldRows(form, size) - 2))
}

/** The room for the text of the field with the focus: what the other fields leave, but never too little to write. */
export function fieldRoom(form: FormState, room: FormSize): Room {
  const size = withLabels(form, room)
  const columns = valueColumns(size)
  const field = form.fields[form.focus]
  if (field === undefined || field.kind === 'choice' || isSingle(field)) return { columns, rows: 1 }
  const others = form.fields.filter((other, at) => at !== form.focus && isShownField(form, other))
  const taken = others.reduce((sum, other) => sum + restingHeight(other, columns), moreRows(form))
  const errors = remarksOf(field, columns).length
  const all = fieldRows(form, size)
  return { columns, rows: Math.max(1, Math.min(all - errors, Math.max(leastRows, all - taken - errors))) }
}

/** A field's text from its beginning, as it is seen without the focus. */
export function restingView(field: FormField, columns: number): EditorView {
  const fromStart = { ...field.editor, caret: { line: 0, offset: 0 }, top: 0 }
  return editorView(fromStart, columns, isSingle(field) ? 1 : restingRows)
}

function restingHeight(field: FormField, columns: number): number {
  const text = field.kind === 'choice' || isSingle(field) ? 1 : restingView(field, columns).lines.length
  return text + remarksOf(field, columns).length
}

function focusedHeight(form: FormState, field: FormField, size: FormSize): number {
  const { columns, rows } = fieldRoom(form, size)
  const isText = field.kind !== 'choice' && editorText(field.editor) !== ''
  const text = isText ? editorView(field.editor, columns, rows).lines.length : 1
  return text + candidateNames(form, size).length + remarksOf(field, columns).length
}

function heights(form: FormState, size: FormSize): readonly number[] {
  const columns = valueColumns(size)
  return form.fields.map((field, at) =>
    at === form.focus
      ? focusedHeight(form, field, size)
      : isShownField(form, field)
        ? restingHeight(field, columns)
        : 0,
  )
}

/** The line that stands for the fields that are not shown. */
export function moreLine(form: FormState): Line {
  const { count, filled } = hiddenFields(form)
  if (count === 0) return []
  const told = filled === 0 ? '' : `, ${filled} filled`
  return [word(`  ${count} more fields${told} · `, 'dim'), word('C-o', 'accent'), word(' shows them', 'dim')]
}

function moreRows(form: FormState): number {
  return moreLine(form).length === 0 ? 0 : 1
}

/** The rows of all fields, in view or not. */
export function fieldsHeight(form: FormState, size: FormSize): number {
  return heights(form, size).reduce((sum, height) => sum + height, moreRows(form))
}

/** The first row of the fields in view. Fields above the focus stay as long as one row behind it is seen. */
export function firstRow(form: FormState, size: FormSize): number {
  const every = heights(form, size)
  const rows = fieldRows(form, size)
  const start = every.slice(0, form.focus).reduce((sum, height) => sum + height, 0)
  const least = Math.min(start, start + (every[form.focus] ?? 0) + 1 - rows)
  return Math.max(0, Math.min(least, fieldsHeight(form, size) - rows))
}

/** The form with its frame. */
export function formHeight(form: FormState, size: FormSize): number {
  return fieldRows(form, size) + formErrorLines(form, size).length + 3
}

/** The message as its reader will see it; a handoff's body exactly as it is rendered. */
export function previewLines(form: FormState, size: FormSize): readonly BodyLine[] {
  const { columns } = insideForm(size)
  const { text, markdown } = definitions[form.kind].preview(formInput(form), form.self, form.filled)
  const lines = markdown ? bodyLines(text, columns) : plainLines(text, columns)
  const empty: BodyLine = [{ text: plain('Nothing written yet.'), style: 'dim' }]
  const heads = previewHeads(form).map(
    ([label, value]): BodyLine => [
      { text: plain(`${label}:`.padEnd(10)), style: 'dim' },
      { text: cut(sanitizeLine(value), Math.max(1, columns - 10)), style: 'plain' },
    ],
  )
  const body = lines.length === 0 ? [empty] : lines
  return [sectionTitle('preview', columns), ...heads, [], ...body]
}

/** The furthest row that the preview can begin with. */
export function previewEnd(form: FormState, size: FormSize): number {
  return Math.max(0, previewLines(form, size).length - fieldRows(form, size))
}
