import { MailError } from '../../domain/errors.ts'
import type { Kind } from '../../domain/kind.ts'
import type { Priority } from '../../domain/priority.ts'
import { meantField } from '../../domain/protocol/field-values.ts'
import { triageHelp } from '../../domain/protocol/help-triage.ts'
import { type Built, buildMail } from '../../domain/protocol/protocol-build.ts'
import { fieldName, rigOf } from '../../domain/protocol/protocol-mail.ts'
import type { ProtocolType } from '../../domain/protocol/protocol-types.ts'
import { swarmOf } from '../../domain/roster.ts'
import type { Input } from '../../input/input.ts'
import type { Context } from '../context.ts'
import type { letterFields } from '../posting/letter.ts'
import { iso } from '../values.ts'
import { routeOf } from './route.ts'
import { requireType } from './types.ts'

type Letter = Input<typeof letterFields>

type Words = Pick<Letter, 'subject' | 'body'> & Partial<Pick<Letter, 'kind' | 'priority'>>

/** A template's mail as it would go out, whole or not. */
export type Filled = {
  readonly type: ProtocolType
  readonly kind: Kind
  readonly priority: Priority
  readonly built: Built
  readonly subject: string
  /** The default route: the first of these that exists. */
  readonly route: readonly string[]
}

/**
 * A letter whose subject, body, kind, priority and recipients come from a template; whatever was said beside it counts.
 * @throws MailError `not-found` no such template · `usage` fields that are missing or no `KEY=VALUE`
 */
export async function fillTemplate<L extends Letter>(
  context: Context,
  name: string,
  given: readonly string[],
  letter: L,
  to: readonly string[],
): Promise<L & { readonly to: readonly string[] }> {
  const { type, built, route, subject, kind, priority } = filledWith(context, name, given, letter, to)
  refuseMissing(type, built)
  refuseWrong(type, built)
  return {
    ...letter,
    to: to.length > 0 ? to : [await routeOf(context, type, built, route)],
    subject,
    body: built.body,
    kind,
    priority,
  }
}

/**
 * Builds a mail from a template, its fields and its text.
 * @throws MailError `not-found` · `usage` a field without `KEY=VALUE`, a subject that says other things than the fields
 */
export function filledWith(
  context: Context,
  name: string,
  given: readonly string[],
  letter: Words,
  to: readonly string[],
): Filled {
  const type = requireType(context, name)
  const fields = readFields(type, given)
  const { address } = context.actor
  const rig =
    to.map(rigOf).find((found) => found !== '') ?? (rigOf(address) || (swarmOf(context.actor) ?? ''))
  const sender = { address, rig, now: iso(context.now()) }
  const text = { brief: letter.subject ?? '', text: letter.body ?? '' }
  const built = buildMail(type, fields, sender, text)
  refuseUnplaced(type, built)
  const triage = type.route.includes('triage') ? triageHelp(text.brief, built.body) : null
  return {
    type,
    built,
    route: triage?.route ?? type.route,
    subject: built.subject,
    kind: letter.kind ?? type.kind,
    priority: letter.priority ?? triage?.priority ?? type.priority,
  }
}

function readFields(type: ProtocolType, given: readonly string[]): Readonly<Record<string, string>> {
  const wrong = given.filter((field) => field.indexOf('=') < 1)
  if (wrong.length > 0)
    throw new MailError(
      'usage',
      `Not in the form KEY=VALUE: ${wrong.join(', ')}`,
      'Example: --field Branch=fix-auth',
    )
  const names = given.map((field) => field.slice(0, field.indexOf('=')).trim())
  for (const name of names) {
    const meant = meantField(type, name)
    if (meant !== null)
      throw new MailError(
        'usage',
        `${type.name} has no field ${name}. Nothing was sent.`,
        `Did you mean ${meant}?`,
      )
  }
  return Object.fromEntries(
    given.map((field) => {
      const at = field.indexOf('=')
      return [fieldName(type, field.slice(0, at).trim()), field.slice(at + 1)]
    }),
  )
}

function refuseMissing({ name }: ProtocolType, { missing }: Built): void {
  if (missing.length === 0) return
  const names = missing.map((field) => field.name)
  throw new MailError(
    'usage',
    `${name} lacks the ${names.length === 1 ? 'field' : 'fields'} ${names.join(', ')}. Nothing was sent.`,
    `Add ${names.map((field) => `--field "${field}=…"`).join(' ')}; \`watchpost template show ${name}\` explains each field.`,
  )
}

function refuseUnplaced({ name, argument }: ProtocolType, { unplaced, subject }: Built): void {
  if (unplaced === null) return
  throw new MailError(
    'usage',
    `${name} writes its subject from the field ${argument}: ${JSON.stringify(subject)}, not ${JSON.stringify(unplaced)}. Nothing was sent.`,
    'Leave out --subject, or the field.',
  )
}

function refuseWrong({ name }: ProtocolType, { wrong, fields }: Built): void {
  if (wrong.length === 0) return
  const told = wrong.map(
    ({ field, problem }) => `${field} is ${JSON.stringify(fields.get(field))}: it ${problem}`,
  )
  throw new MailError(
    'usage',
    `${name}: ${told.join('; ')}. Nothing was sent.`,
    `\`watchpost template show ${name}\` explains each field.`,
  )
}
