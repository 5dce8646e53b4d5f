import { MailError } from '../../domain/errors.ts'
import { triageHelp } from '../../domain/protocol/help-triage.ts'
import { type Built, buildMail } from '../../domain/protocol/protocol-build.ts'
import { fieldName, rigOf } from '../../domain/protocol/protocol-mail.ts'
import type { ProtocolType } from '../../domain/protocol/protocol-types.ts'
import { swarmOf } from '../../domain/roster.ts'
import type { Input } from '../input.ts'
import type { Context } from '../operation.ts'
import type { letterFields } from '../posting/letter.ts'
import { iso } from '../values.ts'
import { routeOf } from './route.ts'
import { requireType } from './types.ts'

type Letter = Input<typeof letterFields>

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
  const type = requireType(context, name)
  const fields = readFields(type, given)
  const { address } = context.actor
  const rig =
    to.map(rigOf).find((found) => found !== '') ?? (rigOf(address) || (swarmOf(context.actor) ?? ''))
  const sender = { address, rig, now: iso(context.now()) }
  const text = { brief: letter.subject ?? '', text: letter.body ?? '' }
  const built = buildMail(type, fields, sender, text)
  refuseMissing(type, built)
  const triage = type.route.includes('triage') ? triageHelp(text.brief, built.body) : null
  return {
    ...letter,
    to: to.length > 0 ? to : [await routeOf(context, type, built, triage?.route ?? type.route)],
    subject: type.subject === 'colon' ? built.subject : (letter.subject ?? built.subject),
    body: built.body,
    kind: letter.kind ?? type.kind,
    priority: letter.priority ?? triage?.priority ?? type.priority,
  }
}

function readFields(type: ProtocolType, given: readonly string[]): Readonly<Record<string, string>> {
  const wrong = given.filter((field) => field.indexOf('=') < 1)
  if (wrong.length > 0)
    throw new MailError(
      'usage',
      `${wrong.join(', ')} is no KEY=VALUE.`,
      'Write for example --field Branch=fix-auth.',
    )
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
    `${name} is not whole: ${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} missing. Nothing was sent.`,
    `Add ${names.map((field) => `--field "${field}=…"`).join(' ')}; \`watchpost template show ${name}\` tells what each means.`,
  )
}
