import type { ProtocolField, ProtocolType } from './protocol-types.ts'

/**
 * The content of a protocol mail, which is read when it is shown: settings may name a type after its mail was stored. `missing` lists
 * required fields without a value.
 */
export type ParsedMail = {
  readonly type: string
  readonly argument: string
  readonly fields: Readonly<Record<string, string>>
  readonly missing: readonly string[]
  /** The text outside the fields. */
  readonly text: string
}

/** The type that a subject begins with, and the rest of it: `MERGED: x` and `MERGEDx` are not `MERGED`. */
export function typeOfSubject(
  subject: string,
  types: readonly ProtocolType[],
): { readonly type: ProtocolType; readonly argument: string } | null {
  const text = subject.trim().replace(/^🤝\s*/u, '🤝 ')
  for (const type of types) {
    if (!text.startsWith(type.prefix)) continue
    const rest = text.slice(type.prefix.length)
    if (rest === '') return { type, argument: '' }
    const parted = type.subject === 'colon' ? /^\s*:(?:\s+|$)(.*)$/su : /^\s+(.*)$/su
    const argument = parted.exec(rest)?.[1]
    if (argument !== undefined) return { type, argument: argument.trim() }
  }
  return null
}

/**
 * Reads a mail of one of these types. Its body may contain other text: the first `Key: value` of each key counts, unknown
 * keys are kept. Fields that the subject or the sender's address gives may be left out.
 * @param from the sender, whose rig is the default
 */
export function parseMail(
  subject: string,
  body: string,
  types: readonly ProtocolType[],
  from = '',
): ParsedMail | null {
  const found = typeOfSubject(subject, types)
  if (found === null) return null
  const { type, argument } = found
  const { fields, text } = readBody(body, type)
  const known = new Map(fields)
  const imply = (name: string, value: string) => {
    if (value !== '' && !known.get(name) && isField(type, name)) known.set(name, value)
  }
  if (type.argument !== null) imply(type.argument, argument)
  if (type.argument === 'Polecat' && argument.includes('/') && !isField(type, 'Cleanup Status')) {
    imply('Rig', argument.slice(0, argument.indexOf('/')))
    if (known.get('Polecat') === argument) known.set('Polecat', argument.slice(argument.lastIndexOf('/') + 1))
  }
  imply('Rig', rigOf(from))
  imply('Agent', from)
  if (type.sections.length === 0 && type.subject === 'colon') imply('Problem', argument)
  const missing = missingFields(type, known).map(({ name }) => name)
  return { type: type.name, argument, fields: Object.fromEntries(known), missing, text }
}

/** The fields that have no value and must have one. */
export function missingFields(
  type: ProtocolType,
  known: ReadonlyMap<string, string>,
): readonly ProtocolField[] {
  return type.fields.filter(({ name, required, requiredIf }) => {
    const isRequired =
      required ||
      (requiredIf !== undefined && known.get(requiredIf.field)?.toUpperCase() === requiredIf.is.toUpperCase())
    return isRequired && !known.get(name)
  })
}

export function isField(type: ProtocolType, name: string): boolean {
  return type.fields.some((field) => field.name === name) || type.argument === name
}

/** The first segment of an agent's address of several. */
export function rigOf(address: string): string {
  const slash = address.indexOf('/')
  return slash > 0 && slash < address.length - 1 ? address.slice(0, slash) : ''
}

const keyLine = /^[ \t]*([A-Za-z][\w-]*(?: [A-Za-z][\w-]*)?)[ \t]*:(?:[ \t]+(.*)|[ \t]*)$/u
const longestLine = 10_000

function readBody(body: string, type: ProtocolType) {
  const fields = new Map<string, string>()
  const text: string[] = []
  const sections = sectionsOf(body, type.sections)
  let code = false
  for (const line of sections.head.split(/\r\n?|\n/u)) {
    if (/^\s*(?:```|~~~)/u.test(line)) code = !code
    const match = code || line.length > longestLine ? null : keyLine.exec(line)
    const value = match?.[2]?.trim() ?? ''
    const name = match === null ? undefined : fieldName(type, match[1] ?? '')
    if (name === undefined || (value === '' && !isField(type, name))) text.push(line)
    else if (!fields.has(name)) fields.set(name, value)
  }
  for (const [name, value] of sections.found) if (!fields.get(name)) fields.set(name, value)
  return { fields, text: text.join('\n').trim() }
}

/** `Failure-Type`, `FailureType` and `failure_type` are one field; what is unknown keeps its spelling. */
export function fieldName(type: ProtocolType, written: string): string {
  const bare = (name: string) => name.toLowerCase().replace(/[\s_-]+/gu, '')
  const names = [
    ...type.fields.map(({ name }) => name),
    ...type.sections,
    ...(type.argument === null ? [] : [type.argument]),
  ]
  return names.find((name) => bare(name) === bare(written)) ?? written
}

function sectionsOf(body: string, names: readonly string[]) {
  const found = new Map<string, string>()
  if (names.length === 0) return { head: body, found }
  const [head = '', ...parts] = body.split(/^##[ \t]+/mu)
  for (const part of parts) {
    const end = part.search(/\r?\n/u)
    const title = (end < 0 ? part : part.slice(0, end)).trim()
    const name = names.find((one) => one.toLowerCase() === title.toLowerCase()) ?? title
    if (name !== '' && !found.has(name)) found.set(name, end < 0 ? '' : part.slice(end).trim())
  }
  return { head, found }
}

/** The same for any mail: what is of no type has no fields that it should have, and keeps those that it has. */
export function parseAny(
  subject: string,
  body: string,
  types: readonly ProtocolType[],
  from = '',
): Omit<ParsedMail, 'type'> & { readonly type: string | null } {
  const parsed = parseMail(subject, body, types, from)
  if (parsed !== null) return parsed
  const { fields, text } = readBody(body, noType)
  return { type: null, argument: '', fields: Object.fromEntries(fields), missing: [], text }
}

const noType: ProtocolType = {
  name: '',
  subject: 'word',
  prefix: '',
  argument: null,
  fields: [],
  sections: [],
  route: [],
  kind: 'notification',
  priority: 'normal',
  before: '',
  after: '',
}
