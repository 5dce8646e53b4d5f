import { own } from '../../../../domain/own.ts'
import type {
  FormAbout,
  FormEvent,
  FormInitial,
  FormInput,
  FormKind,
  FormSize,
  FormState,
  FormStep,
  Offered,
} from '../../model/form.ts'
import { editorText, withText } from '../editor/editor.ts'
import { completing, namesFor, wordHere } from './completion.ts'
import { fitAnswer } from './form-answer.ts'
import { attachmentsOf } from './form-deeds.ts'
import {
  blamedField,
  definitions,
  errorSentence,
  fieldValue,
  focusedField,
  formInput,
  isWanted,
  openField,
  withField,
} from './form-fields.ts'
import { stepForm } from './form-keys.ts'
import { fitTemplate, lackingForm, templateText } from './form-template.ts'
import { isAnswer } from './kinds/answer.ts'
import { isOwn } from './kinds/template-fields.ts'
import { wholeMessage, withWholeText } from './whole-text.ts'

export { fitAnswer } from './form-answer.ts'
export { formInput } from './form-fields.ts'
export { filledForm, templateOf, templateText } from './form-template.ts'
export { prefillHandoff } from './kinds/handoff.ts'

/** A form filled from what is known; the first empty field that must be filled has the focus, else where one wrote. */
export function openForm(kind: FormKind, initial: FormInitial = {}): FormState {
  const definition = definitions[kind]
  const about = initial.about ?? {}
  const given = initial.input ?? {}
  const input = definition.fromInput?.(given) ?? given
  const fields = definition.fields(about, input).map((spec) => openField(spec, input[spec.name]))
  const names = new Set(fields.map(({ name }) => name))
  const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !names.has(name)))
  const empty = fields.findIndex((field) => isWanted(field, input) && fieldValue(field) === undefined)
  const filling = fields.findLastIndex(({ name }) => isOwn(name))
  const body = fields.findIndex(({ name, more }) => name === 'body' && !more)
  const last = filling >= 0 ? filling : body >= 0 ? body : fields.findLastIndex(({ more }) => !more)
  return {
    kind,
    operation: definition.operation,
    fields,
    focus: empty >= 0 ? empty : Math.max(0, last),
    whole: false,
    rest,
    about,
    self: initial.self ?? 'you',
    draft: initial.draft ?? null,
    opened: JSON.stringify(formInput({ kind, fields, rest })),
    kept: false,
    templates: {},
    filled: null,
    candidates: null,
    completing: null,
    preview: null,
    asking: false,
    sending: false,
    strayHeaders: [],
    editing: null,
    error: null,
    doubted: null,
  }
}

/**
 * The form that goes on with a draft. All of it was written by hand: it is never thrown away unasked. One that is
 * only looked at (`kept`) is left as it was found.
 */
export function openDraft(
  draft: { readonly id: string; readonly operation: string; readonly fields: FormInput },
  { kept = false, ...more }: Pick<FormInitial, 'about' | 'self'> & { readonly kept?: boolean } = {},
): FormState {
  const kinds: Readonly<Record<string, FormKind>> = {
    reply: 'reply',
    forward: 'forward',
    handoff: 'handoff',
    ruling: 'rule',
  }
  const answers = draft.operation === 'reply' && isAnswer(draft.fields)
  const form = openForm(answers ? 'answer' : (own(kinds, draft.operation) ?? 'compose'), {
    ...more,
    input: draft.fields,
    draft: draft.id,
  })
  return kept ? { ...form, kept } : { ...form, opened: '' }
}

/** The form after a key or a paste, and what the program is to do about it. `size` is that of the form's view. */
export function updateForm(
  form: FormState,
  event: FormEvent,
  size: FormSize = { columns: 80, rows: 24 },
): FormStep {
  const step = stepForm(form, event, size)
  if (templateText(step.form) !== templateText(form))
    return { ...step, form: fitTemplate({ ...step.form, filled: null }) }
  if (form.kind !== 'answer' || kindOf(step.form) === kindOf(form)) return step
  return { ...step, form: fitAnswer(step.form) }
}

function kindOf({ fields }: FormState): string {
  return fields.find(({ name }) => name === 'kind')?.choice ?? ''
}

/** Whether anything was written that closing would lose. */
export function isWritten(form: FormState): boolean {
  return JSON.stringify(formInput(form)) !== form.opened
}

/** What $EDITOR gave back for the field that was sent to it. */
export function editedForm(form: FormState, text: string): FormState {
  if (form.editing === wholeMessage) return withWholeText(form, text)
  const at = form.fields.findIndex(({ name }) => name === form.editing)
  const field = form.fields[at]
  if (field === undefined) return form
  const editor = withText(field.editor, text.replace(/\n+$/u, ''))
  return { ...withField(form, at, { editor, error: null }), focus: at, editing: null }
}

/** The form with text added where the caret of its body is: what was begun in a reply line. */
export function carriedForm(form: FormState, text: string): FormState {
  const at = form.fields.findIndex(({ name }) => name === 'body')
  const field = form.fields[at]
  if (field === undefined) return form
  return {
    ...withField(form, at, { editor: withText(field.editor, `${editorText(field.editor)}${text}`) }),
    focus: at,
  }
}

/** Offers those of the names that go with what is being written. */
export function offerCandidates(before: FormState, { what, text, names, templates }: Offered): FormState {
  const form = before.completing === text ? { ...before, completing: null } : before
  const known = templates === undefined ? form : fitTemplate({ ...form, templates })
  const field = focusedField(known)
  if (field === undefined || completing(field) !== what) return known
  const found = namesFor(field, names)
  const settled = found.length === 0 || (found.length === 1 && found[0] === wordHere(field))
  return { ...known, candidates: settled ? null : { names: found, chosen: 0, moved: false } }
}

/** The warnings about its files, shown beside them; a second send without a change confirms them. */
export function doubtedForm(form: FormState, sentence: string): FormState {
  return { ...failForm(form, { message: sentence }, { attach: sentence }), doubted: attachmentsOf(form) }
}

/** The form with the message that it answers, as far as that is loaded. */
export function aboutForm(form: FormState, about: FormAbout): FormState {
  const known = { ...about, ...form.about }
  if (form.rest['message'] === undefined) return { ...form, about: known }
  const specs = definitions[form.kind].fields(known, form.rest)
  const helpOf = (name: string) => specs.find((spec) => spec.name === name)?.help
  const fields = form.fields.map((field) => ({ ...field, help: helpOf(field.name) ?? field.help }))
  return { ...form, about: known, fields }
}

/** The operation's error, shown where it belongs; no written text is lost. */
export function failForm(
  form: FormState,
  error: { readonly message: string; readonly hint?: string; readonly code?: string },
  lacks: Readonly<Record<string, string>> = {},
): FormState {
  const open = { ...form, sending: false, preview: null, asking: false, candidates: null }
  const sentence = errorSentence(error)
  const lacking = lackingForm(open, lacks)
  if (lacking !== undefined) return { ...lacking, error: null }
  if (error.code !== 'unknown-recipient' && error.code !== 'ambiguous') return { ...open, error: sentence }
  const at = blamedField(form, error.message)
  if (at < 0) return { ...open, error: sentence }
  return { ...withField(open, at, { error: sentence }), focus: at, error: null }
}
