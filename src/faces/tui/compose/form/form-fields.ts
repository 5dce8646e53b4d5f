import { withHint } from '../../../../domain/errors.ts'
import type { Json, JsonObject } from '../../../../domain/json.ts'
import { plain, type Safe, sanitizeLine } from '../../../../domain/sanitize.ts'
import type {
  FieldSpec,
  FormDefinition,
  FormField,
  FormInput,
  FormKind,
  FormState,
} from '../../model/form.ts'
import { editorText, openEditor } from '../editor/editor.ts'
import { answer } from './kinds/answer.ts'
import { compose } from './kinds/compose.ts'
import { forward } from './kinds/forward.ts'
import { handoff } from './kinds/handoff.ts'
import { reply } from './kinds/reply.ts'
import { rule } from './kinds/rule.ts'

export const definitions: Readonly<Record<FormKind, FormDefinition>> = {
  compose,
  reply,
  answer,
  forward,
  handoff,
  rule,
}

export function isSingle(field: FieldSpec): boolean {
  return field.kind === 'address' || field.kind === 'line'
}

export function openField(spec: FieldSpec, value: Json | undefined): FormField {
  const written = Array.isArray(value) ? value.map(String) : typeof value === 'string' ? [value] : []
  const text = written.join(spec.kind === 'address' ? ', ' : '\n')
  // A value from a draft or a command line is kept, even where a person would not offer it.
  const choice = spec.kind !== 'choice' ? '' : value === true ? (spec.flag ?? '') : text
  return {
    ...spec,
    editor: openEditor(spec.kind === 'choice' ? '' : text, { single: isSingle(spec) }),
    choice,
    error: null,
    note: null,
  }
}

/** The field's value as the operation takes it; undefined if the field is empty. */
export function fieldValue(field: FormField): Json | undefined {
  const text = editorText(field.editor)
  switch (field.kind) {
    case 'choice':
      if (field.choice === '') return undefined
      return field.choice === field.flag ? true : field.choice
    case 'address': {
      const addresses = text.split(/[\s,;]+/u).filter((address) => address !== '')
      return addresses.length === 0 ? undefined : field.one ? addresses.join(' ') : addresses
    }
    case 'list': {
      const items = text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]))
      return items.length === 0 ? undefined : items
    }
    case 'line':
    case 'lines':
      return text.trim() === '' ? undefined : field.kind === 'line' ? text.trim() : text.trimEnd()
  }
}

/** The operation's input as the form says it now. */
export function formInput(form: Pick<FormState, 'kind' | 'fields' | 'rest'>): FormInput {
  const told = Object.fromEntries(form.fields.map((field) => [field.name, fieldValue(field)]))
  const input = definitions[form.kind].toInput?.(told) ?? told
  const entries = Object.entries({ ...form.rest, ...input }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries)
}

/** The input without what says nothing, as drafts keep it. */
export function fieldsOf(input: FormInput): JsonObject {
  const told = Object.entries(input).filter(
    (entry): entry is [string, JsonObject[string]] => entry[1] !== undefined,
  )
  return Object.fromEntries(told)
}

/** Whether the field must be filled, as far as nothing else frees it. */
export function isWanted({ required, unless }: FieldSpec, input: FormInput): boolean {
  return required !== undefined && (unless === undefined || input[unless] === undefined)
}

/** The form with a sentence under each field that lacks something, or undefined where none does. */
export function withProblems(form: FormState): FormState | undefined {
  const input = formInput(form)
  const together = definitions[form.kind].problems?.(input) ?? {}
  const fields = form.fields.map((field): FormField => {
    const value = fieldValue(field)
    const several = field.one && typeof value === 'string' && value.includes(' ')
    const wanted = isWanted(field, input) ? field.required : undefined
    const sentence = value === undefined ? (wanted ?? together[field.name]) : undefined
    if (several) return { ...field, error: plain('Only one agent can take over; add others under Cc.') }
    return { ...field, error: sentence === undefined ? null : plain(sentence) }
  })
  const first = fields.findIndex(({ error }) => error !== null)
  if (first < 0) return undefined
  return { ...form, fields, focus: first, candidates: null, preview: null, error: null }
}

/** All fields are shown: the writer asked for them, or is in one of those that few messages need. */
export function isWhole(form: FormState): boolean {
  return form.whole || focusedField(form)?.more === true
}

export function isShownField(form: FormState, { more }: FieldSpec): boolean {
  return more !== true || isWhole(form)
}

/** How many fields are not shown, and how many of them are filled. */
export function hiddenFields(form: FormState): { readonly count: number; readonly filled: number } {
  const hidden = form.fields.filter((field) => !isShownField(form, field))
  return { count: hidden.length, filled: hidden.filter((field) => fieldValue(field) !== undefined).length }
}

export function focusedField(form: FormState): FormField | undefined {
  return form.fields[form.focus]
}

export function withField(form: FormState, at: number, change: Partial<FormField>): FormState {
  return {
    ...form,
    fields: form.fields.map((field, index) => (index === at ? { ...field, ...change } : field)),
  }
}

/** Which address field an error speaks of: the one that holds an address it names. */
export function blamedField(form: FormState, message: string): number {
  const words = new Set(message.split(/[\s,;]+/u))
  const holds = (field: FormField) =>
    field.kind === 'address' &&
    editorText(field.editor)
      .split(/[\s,;]+/u)
      .some((address) => address !== '' && words.has(address))
  const found = form.fields.findIndex(holds)
  return found >= 0 ? found : form.fields.findIndex(({ name }) => name === 'to')
}

export function errorSentence(error: { readonly message: string; readonly hint?: string }): Safe {
  return sanitizeLine(withHint({ message: error.message, hint: error.hint ?? '' }).slice(0, 400))
}
