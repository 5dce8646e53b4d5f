import { normalName } from '../../domain/addressing/address.ts'
import { MailError } from '../../domain/errors.ts'
import type { Built } from '../../domain/protocol/protocol-build.ts'
import { fieldName, rigOf } from '../../domain/protocol/protocol-mail.ts'
import type { ProtocolType } from '../../domain/protocol/protocol-types.ts'
import { swarmOf } from '../../domain/roster.ts'
import type { Context } from '../context.ts'

/** Prefixes, sets and patterns are resolved as they are sent; only names are looked for beforehand. */
const noName =
  /^(?:role|group|queue|channel|project|concern|domain|broadcast|session):|[@*]|^(?:all|human|overseer)$/u

/**
 * The first of a route that is on the roster, else its first, so that sending names what is wrong with it.
 * @throws MailError `usage` a route that nothing is known of
 */
export async function routeOf(
  context: Context,
  type: ProtocolType,
  built: Built,
  route: readonly string[],
): Promise<string> {
  const steps = route.map((step) => fill(context, type, built, step)).filter((step) => step !== '')
  for (const step of steps)
    if (noName.test(step) || (await context.store.roster.find(normalName(step))) !== null) return step
  const [first] = steps
  if (first !== undefined) return first
  throw new MailError(
    'usage',
    `The route of ${type.name} (${route.join(', ') || 'none'}) has no recipients. Nothing was sent.`,
    'Give a recipient, or the rig with --field Rig=NAME.',
  )
}

/** A step with its names filled in; empty where one of them is not known. */
function fill({ actor }: Context, type: ProtocolType, { fields }: Built, step: string): string {
  if (step === 'self') return actor.address
  const polecat = fields.get('Polecat') ?? ''
  const rig = fields.get('Rig') || rigOf(polecat) || rigOf(actor.address) || (swarmOf(actor) ?? '')
  let known = true
  const filled = step.replace(/\{([\w-]+)\}/gu, (_all, name: string) => {
    const own = fields.get(fieldName(type, name)) ?? ''
    const word = name.toLowerCase()
    const value =
      word === 'rig' ? rig : word === 'polecat' ? polecat.slice(polecat.lastIndexOf('/') + 1) : own
    known &&= value !== ''
    return value
  })
  return known ? filled : ''
}
