import { own } from '../../../../../domain/own.ts'
import type { FieldSpec, FormInput, Template } from '../../../model/form.ts'
import { listOf } from './fields.ts'

/** A template's field appears in the form under its own name behind this prefix. */
const mark = 'field:'
/** Fields that the template does not know, as the command line spells them. */
export const moreFields: FieldSpec = {
  name: 'field',
  label: 'More fields',
  kind: 'list',
  help: 'NAME=VALUE, one per line',
}

export function isOwn(name: string): boolean {
  return name.startsWith(mark)
}

export function fieldNameOf(name: string): string {
  return name.slice(mark.length)
}

/** `Cleanup Status`, `cleanup_status` and `CleanupStatus` are one field. */
export function isSameField(one: string, other: string): boolean {
  return bare(one) === bare(other)
}

function bare(name: string): string {
  return name.toLowerCase().replace(/[\s_-]+/gu, '')
}

/** Fields given as `NAME=VALUE` each become an input of their own; anything else stays in the list. */
export function spread({ field, ...input }: FormInput): FormInput {
  const named: { [name: string]: string } = {}
  const rest: string[] = []
  for (const text of listOf({ field }, 'field')) {
    const at = text.indexOf('=')
    const name = text.slice(0, Math.max(0, at)).trim()
    if (name === '' || Object.hasOwn(named, `${mark}${name}`)) rest.push(text)
    else named[`${mark}${name}`] = text.slice(at + 1)
  }
  return { ...input, ...named, ...(rest.length === 0 ? {} : { field: rest }) }
}

/** And back: what a template's field was left without says nothing. */
export function gathered(input: FormInput): FormInput {
  const entries = Object.entries(input)
  const fields = entries.flatMap(([name, value]) =>
    isOwn(name) && typeof value === 'string' ? [`${fieldNameOf(name)}=${value}`] : [],
  )
  const listed = listOf(input, 'field').filter((field) => !/^[^=]+=\s*$/u.test(field))
  const field = [...fields, ...listed]
  return {
    ...Object.fromEntries(entries.filter(([name]) => !isOwn(name))),
    field: field.length === 0 ? undefined : field,
  }
}

/** Before the template is known, the form has the given fields. */
export function ownFields(input: FormInput): readonly FieldSpec[] {
  const told = Object.entries(input).filter(([name]) => isOwn(name))
  const fields = told.map(([name, value]): FieldSpec => {
    const kind = typeof value === 'string' && value.includes('\n') ? 'lines' : 'line'
    return { name, label: fieldNameOf(name), kind, help: '' }
  })
  return [...fields, ...(input['template'] === undefined && input['field'] === undefined ? [] : [moreFields])]
}

/** Names whose value is an agent. */
const whom = /^(?:agent|polecat)$/iu

const moment = /^\d{4}-\d\d-\d\dT/u

/** The fields of a template, each with its default. */
export function templateSpecs(
  template: Template,
  usual: Readonly<Record<string, string>>,
): readonly FieldSpec[] {
  const fields = template.fields.map(({ name, help, required, section }): FieldSpec => {
    const known = own(usual, name)
    return {
      name: `${mark}${name}`,
      label: required && known === undefined ? `${name} *` : name,
      kind: section ? 'lines' : 'line',
      help: known === undefined ? help : `${moment.test(known) ? 'the time of sending' : known} (default)`,
      ...(whom.test(name) ? { completes: 'address' as const } : {}),
    }
  })
  return [...fields, moreFields]
}
