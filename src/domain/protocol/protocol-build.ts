import { type FieldProblem, spelledValue, wrongValues } from './field-values.ts'
import { fieldName, isField, missingFields, typeOfSubject } from './protocol-mail.ts'
import type { ProtocolField, ProtocolType } from './protocol-types.ts'

export type Sender = { readonly address: string; readonly rig: string; readonly now: string }
export type Built = {
  readonly subject: string
  readonly body: string
  readonly fields: ReadonlyMap<string, string>
  readonly missing: readonly ProtocolField[]
  readonly wrong: readonly FieldProblem[]
  /** A `brief` for which the subject has no room, since a field says what stands there. */
  readonly unplaced: string | null
}

/**
 * Writes a mail of a type from fields, which may be spelled as anybody would; `brief` is the part of the subject that
 * its sender chooses, or the whole subject; `text` goes below.
 */
export function buildMail(
  type: ProtocolType,
  given: Readonly<Record<string, string>>,
  sender: Sender,
  { brief: said = '', text = '' } = {},
): Built {
  const brief = typeOfSubject(said, [type])?.argument ?? said.trim()
  const fields = new Map(Object.entries(given).map(([name, value]) => [fieldName(type, name), value.trim()]))
  if (type.argument !== null && !fields.get(type.argument)) fields.set(type.argument, brief)
  fillIn(type, fields, sender)
  if (type.subject === 'colon' && isField(type, 'Problem') && !fields.get('Problem'))
    fields.set('Problem', brief)
  for (const field of type.fields) {
    const value = fields.get(field.name)
    if (value !== undefined) fields.set(field.name, spelledValue(field, value))
  }
  const missing = missingFields(type, fields)
  const argument =
    type.argument === null ? brief || (fields.get('Problem') ?? '') : (fields.get(type.argument) ?? '')
  const oneLine = (value: string) => value.replace(/\s*[\r\n]+\s*/gu, ' ')
  const named = type.fields.map(({ name }) => name)
  const others = [...fields.keys()].filter(
    (name) => !named.includes(name) && !type.sections.includes(name) && name !== type.argument,
  )
  const lines = [...named, ...others].flatMap((name) => {
    const value = fields.get(name)
    return value === undefined || value === '' ? [] : [`${name}: ${oneLine(value)}`]
  })
  const filled = (template: string) =>
    template.replace(/\{([\w-]+)\}/gu, (_all, name: string) =>
      oneLine(fields.get(fieldName(type, name)) ?? ''),
    )
  const sections = type.sections.flatMap((name) =>
    fields.get(name) ? [`## ${name}\n${fields.get(name)}`] : [],
  )
  const parts = [filled(type.before), lines.join('\n'), ...sections, filled(type.after), text]
  const mark = type.subject === 'colon' ? ': ' : ' '
  return {
    subject: argument === '' ? type.prefix : `${type.prefix}${mark}${oneLine(argument).slice(0, 200)}`,
    body: parts.filter((part) => part !== '').join('\n\n'),
    fields,
    missing,
    wrong: wrongValues(type, fields),
    unplaced: isPlaced(brief, type, given, argument) ? null : brief,
  }
}

/** Whether the subject says it: a field that was given may say something else there. */
function isPlaced(
  brief: string,
  type: ProtocolType,
  given: Readonly<Record<string, string>>,
  argument: string,
): boolean {
  const said = Object.entries(given).flatMap(([name, value]) =>
    fieldName(type, name) === type.argument ? [value.trim()] : [],
  )
  return brief === '' || brief === argument || said.every((value) => value === '' || value === brief)
}

/** Default fields: the sender's rig and name, and the time. */
function fillIn(type: ProtocolType, fields: Map<string, string>, { address, rig, now }: Sender): void {
  for (const field of type.fields) if (field.now && !fields.get(field.name)) fields.set(field.name, now)
  const polecat = fields.get('Polecat') ?? ''
  if (polecat.includes('/') && isField(type, 'Rig')) {
    if (!fields.get('Rig')) fields.set('Rig', polecat.slice(0, polecat.indexOf('/')))
    fields.set('Polecat', polecat.slice(polecat.lastIndexOf('/') + 1))
  }
  const usual: Readonly<Record<string, string>> = {
    Rig: rig,
    Agent: address,
    ...(type.name === 'POLECAT_DONE' ? { Polecat: address.slice(address.lastIndexOf('/') + 1) } : {}),
    ...(fields.get('attached_molecule') ? { attached_at: now } : {}),
  }
  for (const [name, value] of Object.entries(usual))
    if (value !== '' && isField(type, name) && !fields.get(name)) fields.set(name, value)
}
