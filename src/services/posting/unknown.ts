import { normalName, parseAddress, swarmIn } from '../../domain/addressing/address.ts'
import type { Directory } from '../../domain/addressing/roster-question.ts'
import { MailError } from '../../domain/errors.ts'
import type { Context } from '../context.ts'
import { isUnknownPlace, nearestPlaces } from './unknown-places.ts'

type Refusing = {
  /** The consequence, as part of the sentence. */
  readonly so?: string
  /** Further advice, in addition to another name. */
  readonly otherwise?: string
}

const keptWithHold = 'To keep mail for a recipient who is not registered yet, add --hold.'

/**
 * Rejects recipients that cannot be reached, and gives the reason for each.
 * @throws MailError `unknown-recipient` if there is one
 */
export async function refuseUnknown(
  context: Context,
  unknown: readonly string[],
  directory: Directory,
  { so = '; nothing was sent', otherwise = keptWithHold }: Refusing = {},
): Promise<void> {
  if (unknown.length === 0) return
  const retired = unknown.filter((text) => isRetired(text, directory))
  const nowhere = unknown.filter((text) => isUnknownPlace(text, directory))
  const abroad = unknown.filter((text) => isAbroad(text, context.swarm))
  const named = (text: string) => ['agent', 'remote'].includes(parseAddress(text).type)
  const empty = unknown.filter((text) => !named(text) && !nowhere.includes(text))
  const strange = unknown.filter((text) => ![...retired, ...empty, ...nowhere, ...abroad].includes(text))
  const sentences = [
    strange.length > 0 && `There is no agent ${orOf(strange)}`,
    retired.length > 0 && `${retired.join(', ')} ${retired.length === 1 ? 'is' : 'are'} retired`,
    nowhere.length > 0 && `There is no ${orOf(nowhere)}`,
    abroad.length > 0 && `No swarm is registered as ${orOf([...new Set(abroad.map(swarmIn))])}`,
    empty.length > 0 && `${empty.join(', ')} ${empty.length === 1 ? 'has' : 'have'} no recipients`,
  ].filter((part) => typeof part === 'string')
  throw new MailError(
    'unknown-recipient',
    `${sentences.join('; ')}${so}.`,
    abroad.length === unknown.length
      ? `Register it with \`watchpost swarm register ${swarmIn(abroad[0] ?? '')} URL\`.`
      : (await hintFor(context, strange, nowhere, retired)).concat(otherwise === '' ? '' : ` ${otherwise}`),
  )
}

/** Of another swarm than ours, which is then not known here: of one that is, anybody could be. */
function isAbroad(text: string, own: string | null): boolean {
  return parseAddress(text).type === 'remote' && swarmIn(text) !== own
}

function isRetired(text: string, { agents }: Directory): boolean {
  const name = normalName(text.replace(/^agent:/u, ''))
  return agents.some(({ address, state }) => address === name && state === 'dead')
}

async function hintFor(
  context: Context,
  strange: readonly string[],
  nowhere: readonly string[],
  retired: readonly string[],
): Promise<string> {
  const agents = await Promise.all(strange.map((name) => context.store.roster.nearest(name, 3)))
  const places = await Promise.all([...strange, ...nowhere].map((name) => nearestPlaces(context, name)))
  const near = [...new Set([...agents.flat(), ...places.flat()])]
  if (near.length > 0) return `Did you mean ${orOf(near)}?`
  if (retired.length > 0) return `To bring an agent back, run \`watchpost agents resume ${retired[0]}\`.`
  return 'List the roster with `watchpost agents`.'
}

function orOf(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}
