import { own } from '../../../../domain/own.ts'
import { plain, sanitizeLine } from '../../../../domain/sanitize.ts'
import type { FieldSpec, Filled, FormField, FormState, Template } from '../../model/form.ts'
import { editorText } from '../editor/editor.ts'
import { fieldValue, formInput, openField } from './form-fields.ts'
import { compose } from './kinds/compose.ts'
import { fieldNameOf, isOwn, isSameField, moreFields, templateSpecs } from './kinds/template-fields.ts'

export function templateText(form: FormState): string {
  const field = form.fields.find(({ completes }) => completes === 'template')
  return field === undefined ? '' : editorText(field.editor).trim()
}

/** The template that the form names, once it is known. */
export function templateOf(form: FormState): Template | undefined {
  const name = templateText(form)
    .toUpperCase()
    .replace(/[\s-]+/gu, '_')
  return own(form.templates, name)
}

/**
 * The form with one input per field of its template. Typed text stays: under its name if the template has that field,
 * else below, to be emptied or sent as it is.
 */
export function fitTemplate(form: FormState): FormState {
  if (form.kind !== 'compose') return form
  const isTold = ({ name }: FormField) => isOwn(name) || name === 'field'
  const template = templateOf(form)
  const helps = helpsOf(template, form.filled)
  const base = form.fields.flatMap((field) => (isTold(field) ? [] : [withHelp(field, helps)]))
  const told = form.fields.filter(isTold)
  const own = template === undefined ? unknown(form, told) : fitted(form, template, told)
  const below = base.findIndex(({ name }) => name === 'template') + 1
  const fields = base.toSpliced(below, 0, ...own)
  const focus = fields.findIndex(({ name }) => name === form.fields[form.focus]?.name)
  const next = { ...form, fields, focus: focus < 0 ? Math.min(form.focus, fields.length - 1) : focus }
  const isNew = JSON.stringify(formInput(form)) === form.opened
  return isNew ? { ...next, opened: JSON.stringify(formInput(next)) } : next
}

const usualHelps = Object.fromEntries(compose.fields({}, {}).map(({ name, help }) => [name, help]))

/** The defaults of empty fields with a template. */
function helpsOf(
  template: Template | undefined,
  filled: Filled | null,
): Readonly<Record<string, string | undefined>> {
  if (template === undefined) return usualHelps
  const to = filled?.to.join(', ') || template.route.join(' or ')
  return {
    ...usualHelps,
    ...(to === '' ? {} : { to: `${to} (default)` }),
    subject: template.subject,
    kind: template.kind,
    priority: template.priority,
    body: 'Markdown, below the fields',
  }
}

function withHelp(field: FormField, helps: Readonly<Record<string, string | undefined>>): FormField {
  return { ...field, help: own(helps, field.name) ?? field.help }
}

function fitted(form: FormState, template: Template, told: readonly FormField[]): readonly FormField[] {
  const specs = templateSpecs(template, usual(form, told))
  const find = (spec: FieldSpec) =>
    told.find(({ name }) =>
      isOwn(name) && isOwn(spec.name)
        ? isSameField(fieldNameOf(name), fieldNameOf(spec.name))
        : name === spec.name,
    )
  const own = specs.map((spec) => withSpec(spec, find(spec)))
  const taken = new Set(specs.map(find))
  const left = told.filter((field) => !taken.has(field) && fieldValue(field) !== undefined)
  const note = sanitizeLine(
    `${template.name} has no such field. It is added as an extra line; clear it to leave it out.`,
  )
  return [...own.slice(0, -1), ...left.map((field) => ({ ...field, note })), ...own.slice(-1)]
}

function withSpec(spec: FieldSpec, old: FormField | undefined): FormField {
  if (old === undefined) return openField(spec, undefined)
  const { completes: _, ...kept } = old
  // Text of several lines that came from elsewhere keeps them.
  const kind = old.kind === 'lines' ? 'lines' : spec.kind
  return { ...kept, ...spec, kind, editor: { ...old.editor, single: kind === 'line' }, note: null }
}

/** While the template's name is unknown, the given fields stay, and any may be added. */
function unknown(form: FormState, told: readonly FormField[]): readonly FormField[] {
  const kept = told.filter((field) => isOwn(field.name) && fieldValue(field) !== undefined)
  const more = told.find(({ name }) => name === 'field')
  const empty = templateText(form) === '' && (more === undefined || fieldValue(more) === undefined)
  const plainly = kept.map((field): FormField => ({ ...field, note: null }))
  return empty ? plainly : [...plainly, more ?? openField(moreFields, undefined)]
}

/** The placeholders of empty fields. */
function usual({ filled }: FormState, told: readonly FormField[]): Readonly<Record<string, string>> {
  const isEmpty = (wanted: string) =>
    !told.some(
      (field) =>
        isOwn(field.name) && isSameField(fieldNameOf(field.name), wanted) && fieldValue(field) !== undefined,
    )
  return Object.fromEntries(Object.entries(filled?.fields ?? {}).filter(([name]) => isEmpty(name)))
}

/** The form knows what its template makes of it. */
export function filledForm(form: FormState, filled: Filled): FormState {
  if (templateOf(form)?.name !== filled.template) return form
  return fitTemplate({ ...form, filled })
}

/** The first of the template's fields that says nothing yet has the focus, else the first. */
export function focusTemplate(form: FormState): FormState {
  const own = form.fields.flatMap((field, at) => (isOwn(field.name) ? [{ field, at }] : []))
  const first = own.find(({ field }) => fieldValue(field) === undefined) ?? own[0]
  return first === undefined ? form : { ...form, focus: first.at }
}

/** Sentences under the fields that they speak of, by the names that the operation has for them. */
export function lackingForm(form: FormState, lacks: Readonly<Record<string, string>>): FormState | undefined {
  const fields = form.fields.map((field): FormField => {
    const found = Object.entries(lacks).find(([name]) =>
      isOwn(field.name) ? isSameField(fieldNameOf(field.name), name) : field.name === name,
    )
    return found === undefined ? field : { ...field, error: plain(sanitizeLine(found[1])) }
  })
  const focus = fields.findIndex((field, at) => field !== form.fields[at])
  return focus < 0 ? undefined : { ...form, fields, focus }
}
