import { matchesPattern } from '../../domain/addressing/address.ts'
import { MailError } from '../../domain/errors.ts'
import { parseQuery } from '../../domain/query/query.ts'
import { beadOfSubject, prefixOf, rigOfBody, rigsOfPrefix } from '../../domain/redispatch.ts'
import type { Agent } from '../../domain/roster.ts'
import type { Context } from '../context.ts'
import { everyAgent } from './roster-walk.ts'

/**
 * The rig of a bead: the one that its prefix means, otherwise the one named in the report of its loss.
 * @throws MailError `usage` · `not-found` · `ambiguous`
 */
export async function requireRig(context: Context, bead: string): Promise<string> {
  const prefix = prefixOf(bead)
  if (prefix === null)
    throw new MailError(
      'usage',
      `Invalid bead id: ${bead}`,
      'A bead id is a prefix and a name, such as gt-abc123.',
    )
  const agents = await everyAgent(context)
  const rigs = [...new Set(agents.flatMap(({ address }) => rigOf(address)))]
  const meant = rigsOfPrefix(prefix, rigs)
  const [only] = meant
  if (only !== undefined && meant.length === 1) return only
  const reported = await reportedRig(context, bead)
  if (reported !== null) return reported
  if (only === undefined)
    throw new MailError(
      'not-found',
      `No rig matches the prefix ${prefix} of ${bead}.`,
      rigs.length === 0 ? 'The roster has no rig yet.' : `The rigs are ${rigs.join(', ')}.`,
    )
  throw new MailError(
    'ambiguous',
    `The prefix ${prefix} of ${bead} could mean ${meant.join(' or ')}.`,
    'Send a RECOVERED_BEAD message that names its polecat.',
  )
}

function rigOf(address: string): readonly string[] {
  const slash = address.indexOf('/')
  return slash > 0 && slash < address.length - 1 ? [address.slice(0, slash)] : []
}

async function reportedRig(context: Context, bead: string): Promise<string | null> {
  const now = context.now()
  const query = parseQuery(`"RECOVERED_BEAD ${bead.replaceAll('"', '')}"`, now)
  const page = { limit: 10, after: null, best: false }
  const { rows } = await context.store.messages.search(query, null, now, page)
  const report = rows.find(({ message }) => beadOfSubject(message.subject) === bead)
  if (report === undefined) return null
  const letter = await context.store.messages.read(report.message.id, null)
  return rigOfBody(letter?.message.body ?? '') || null
}

/** Polecats of a rig that are alive and have no work in progress: those that owe no answer first, then by address. */
export async function freePolecats(context: Context, rig: string): Promise<readonly string[]> {
  const agents = await everyAgent(context)
  const given = new Set((await context.store.upkeep.givenOut()).map((bead) => bead.agent))
  const [free, owing]: [string[], string[]] = [[], []]
  for (const agent of agents) {
    const { address } = agent
    if (!isPolecat(agent, rig) || given.has(address) || (await isWorking(context, address))) continue
    if (await owesAnswers(context, address)) owing.push(address)
    else free.push(address)
  }
  return [...free, ...owing]
}

function isPolecat({ address, longForm, role, state }: Agent, rig: string): boolean {
  if (state !== 'alive') return false
  return (
    matchesPattern(`${rig}/polecats/*`, address, longForm) ||
    (role === 'polecat' && matchesPattern(`${rig}/*`, address))
  )
}

async function isWorking({ store, now }: Context, address: string): Promise<boolean> {
  const page = { limit: 1, after: null }
  const { rows } = await store.deliveries.page(address, { boxes: ['processing'] }, now(), page)
  return rows.length > 0
}

async function owesAnswers({ store, now }: Context, by: string): Promise<boolean> {
  const { rows } = await store.deliveries.owed({ by, to: null }, now(), { limit: 1, after: null })
  return rows.length > 0
}
