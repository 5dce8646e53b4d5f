import { nearestNames } from '../addressing/nearest.ts'
import { parseDate } from '../moment.ts'
import { fieldName, isField } from './protocol-mail.ts'
import type { ProtocolField, ProtocolType } from './protocol-types.ts'

export type FieldProblem = { readonly field: string; readonly problem: string }

const moment = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/iu

/** A word of a closed list as the list spells it, however it was written. */
export function spelledValue({ oneOf }: ProtocolField, value: string): string {
  return oneOf?.find((word) => word.toLowerCase() === value.toLowerCase()) ?? value
}

/** Values that their fields cannot have. Empty ones are missing, not wrong. */
export function wrongValues(
  { fields: known }: ProtocolType,
  fields: ReadonlyMap<string, string>,
): readonly FieldProblem[] {
  return known.flatMap((field) => {
    const value = fields.get(field.name) ?? ''
    const problem = value === '' ? null : problemOf(field, value)
    return problem === null ? [] : [{ field: field.name, problem }]
  })
}

function problemOf({ oneOf, time }: ProtocolField, value: string): string | null {
  if (oneOf !== undefined && !oneOf.includes(value)) return `must be ${oneOf.join(', ')}`
  if (time && (!moment.test(value) || Number.isNaN(parseDate(value))))
    return 'must be a time such as 2027-01-31T09:00:00Z'
  return null
}

/** The field that a name was probably meant to be; `null` if the name is known, used by the type, or like no other. */
export function meantField(type: ProtocolType, written: string): string | null {
  const name = fieldName(type, written)
  const used = [...type.route, type.before, type.after].flatMap((text) => [
    ...text.matchAll(/\{([\w-]+)\}/gu),
  ])
  const names = [...new Set([...type.fields.map((field) => field.name), ...type.sections])]
  if (isField(type, name) || type.sections.includes(name)) return null
  if (used.some(([, word = '']) => word.toLowerCase() === name.toLowerCase())) return null
  return nearestNames(name, names, 1)[0] ?? null
}
