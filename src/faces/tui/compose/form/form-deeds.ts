import { plain } from '../../../../domain/sanitize.ts'
import type { FormField, FormOutcome, FormSize, FormState, FormStep } from '../../model/form.ts'
import type { KeyEvent } from '../../terminal/key-event.ts'
import { edit, editorText } from '../editor/editor.ts'
import { completedBy, completing, wordHere } from './completion.ts'
import {
  definitions,
  focusedField,
  formInput,
  isShownField,
  isWhole,
  withField,
  withProblems,
} from './form-fields.ts'
import { previewEnd } from './form-layout.ts'
import { insertReply } from './form-reply-line.ts'
import { fitTemplate, focusTemplate, templateText } from './form-template.ts'
import { quoteOf, strayProblem, wholeText } from './whole-text.ts'

export function sent(form: FormState, size: FormSize): FormStep {
  const stray = strayProblem(form)
  if (stray !== null) return stay({ ...form, error: stray })
  const wrong = withProblems(form)
  if (wrong !== undefined) return stay(wrong)
  if (previewsFirst(form)) return stay({ ...form, preview: 0, candidates: null })
  return submitted(form, size)
}

export function submitted(form: FormState, _size: FormSize): FormStep {
  const wrong = withProblems(form)
  if (wrong !== undefined) return stay(wrong)
  const fields = form.fields.map((field): FormField => ({ ...field, error: null }))
  const sending = { ...form, fields, sending: true, error: null, candidates: null }
  const meant = form.doubted === attachmentsOf(form)
  return {
    form: sending,
    outcome: { type: 'submit', operation: form.operation, input: formInput(form), meant },
  }
}

export function attachmentsOf(form: FormState): string {
  return JSON.stringify(formInput(form)['attach'] ?? [])
}

export function closed(form: FormState): FormStep {
  if (JSON.stringify(formInput(form)) === form.opened) return cancelled(form, form.kept)
  return stay({ ...form, asking: true, candidates: null })
}

export function cancelled(form: FormState, keep: boolean): FormStep {
  const outcome: FormOutcome = { type: 'cancel', keep, operation: form.operation, input: formInput(form) }
  return { form: { ...form, asking: false }, outcome }
}

export function handedOut(form: FormState): FormStep {
  const here = focusedField(form)
  const body = form.fields.find(({ name }) => name === 'body')
  const field = here?.kind === 'lines' || here?.kind === 'list' ? here : body
  if (field === undefined) return stay(form)
  const whole = field === body || form.kind === 'handoff' ? wholeText(form) : null
  return {
    form: { ...form, editing: field.name, candidates: null },
    outcome: { type: 'edit', text: editorText(field.editor), field: field.name, whole },
  }
}

export function accepted(form: FormState, _size: FormSize): FormStep {
  const field = focusedField(form)
  const name = form.candidates?.names[form.candidates.chosen]
  if (field === undefined || name === undefined) return stay({ ...form, candidates: null })
  const reply = form.candidates?.texts?.[form.candidates.chosen]
  if (reply !== undefined) return insertReply(form, reply)
  const editor = completedBy(field, name)
  const next = { ...withField(form, form.focus, { editor, error: null }), candidates: null }
  if (field.completes === 'template')
    return { form: focusTemplate(fitTemplate(next)), outcome: { type: 'fill', input: formInput(next) } }
  // A whole address needs no completing: Tab means the same whether offers were there in time or not.
  if (completing(field) === 'address' && !form.candidates?.moved && name === wordHere(field))
    return focused({ ...form, candidates: null }, 1)
  // Within a folder one goes on.
  const goesOn = field.completes === 'file' && name.endsWith('/')
  return goesOn
    ? { form: { ...next, completing: name }, outcome: { type: 'complete', what: 'file', text: name } }
    : stay(next)
}

export function chosen(form: FormState, by: number): FormStep {
  if (form.candidates === null) return stay(form)
  const { names, chosen: now } = form.candidates
  const next = (now + by + names.length) % names.length
  return stay({ ...form, candidates: { ...form.candidates, chosen: next, moved: true } })
}

export function focused(form: FormState, by: number): FormStep {
  const shown = form.fields.flatMap((field, at) => (isShownField(form, field) ? [at] : []))
  const size = shown.length
  const focus = shown[(shown.indexOf(form.focus) + by + size) % size] ?? form.focus
  return stay({ ...form, whole: isWhole(form), focus, candidates: null, completing: null })
}

/** Shows the fields that few messages need, and begins with the first of them; or leaves them out again. */
export function shownWhole(form: FormState): FormStep {
  const first = form.fields.findIndex(({ more }) => more)
  if (first < 0) return stay(form)
  const whole = !isWhole(form)
  return stay({ ...form, whole, focus: whole ? first : 0, candidates: null, completing: null })
}

export function toBody(form: FormState): FormStep {
  const body = form.fields.findIndex(({ name }) => name === 'body')
  return stay({ ...form, focus: body < 0 ? form.focus : body, candidates: null, completing: null })
}

/** Quotes the message that is answered where the caret of the text is. */
export function quoted(form: FormState): FormStep {
  const quote = quoteOf(form.about)
  const at = form.fields.findIndex(({ name }) => name === 'body')
  const field = form.fields[at]
  if (quote === null || field === undefined)
    return stay({ ...form, error: plain('There is no message to quote.') })
  const { lines, caret } = field.editor
  // A quotation begins on a line of its own.
  const before = (lines[caret.line] ?? '').slice(0, caret.offset).trim() === '' ? '' : '\n\n'
  const editor = edit(field.editor, { type: 'paste', text: `${before}${quote}` })
  return stay({ ...withField(form, at, { editor, error: null }), focus: at, candidates: null, error: null })
}

/** Canned replies are in the person's settings. */
export function repliesAsked(form: FormState): FormStep {
  return { form, outcome: { type: 'replies' } }
}

export function switched(form: FormState, by: number): FormStep {
  const field = focusedField(form)
  const options = field?.options ?? []
  const now = options.indexOf(field?.choice ?? '')
  // Where nothing was chosen yet, the way back begins at the last one.
  const at = (now + (now < 0 && by < 0 ? 1 : 0) + by + options.length) % Math.max(1, options.length)
  return stay(withField(form, form.focus, { choice: options[at] ?? '', error: null }))
}

/** A letter goes to the next option that begins with it. */
export function picked(form: FormState, event: KeyEvent): FormState {
  const field = focusedField(form)
  if (field === undefined || event.text.trim() === '') return form
  const options = field.options ?? []
  const now = options.indexOf(field.choice)
  const turned = [...options.slice(now + 1), ...options.slice(0, now + 1)]
  const choice = turned.find((option) => option.startsWith(event.text.toLowerCase()))
  return choice === undefined ? form : withField(form, form.focus, { choice, error: null })
}

export function scrolled(form: FormState, by: number, size: FormSize): FormStep {
  const next = Math.min((form.preview ?? 0) + by, previewEnd(form, size))
  return stay({ ...form, preview: Math.max(0, next) })
}

/** The sender fills in a template's mail. */
export function previewed(form: FormState): FormStep {
  const next = { ...form, preview: 0, candidates: null }
  if (templateText(form) === '') return stay(next)
  return { form: { ...next, filled: null }, outcome: { type: 'fill', input: formInput(form) } }
}

export function previewsFirst(form: FormState): boolean {
  return definitions[form.kind].previewFirst
}

export function stay(form: FormState): FormStep {
  return { form, outcome: null }
}
