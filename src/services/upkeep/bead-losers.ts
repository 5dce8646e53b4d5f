import { normalName } from '../../domain/addressing/address.ts'
import { parseQuery } from '../../domain/query/query.ts'
import { beadOfSubject, polecatOfBody, type Redispatch, redispatchSubject } from '../../domain/redispatch.ts'
import type { Context } from '../context.ts'
import { findGiving } from './bead-outcomes.ts'

const mostAsked = 10

/**
 * The polecats that lost a bead, according to mail: those it was assigned to, and those reported as having lost it.
 * Newest first.
 */
export async function losersOf(context: Context, bead: string): Promise<readonly string[]> {
  const given = await mailOf(context, redispatchSubject(bead), ({ subject, to }) =>
    subject === redispatchSubject(bead) ? to.map((address) => address.replace(/^agent:/u, '')) : [],
  )
  const reported = await mailOf(context, `RECOVERED_BEAD ${bead}`, async ({ id, subject }) => {
    if (beadOfSubject(subject) !== bead) return []
    const polecat = polecatOfBody((await context.store.messages.read(id, null))?.message.body ?? '')
    return polecat === '' ? [] : [normalName(polecat)]
  })
  const told = [...given, ...reported].sort((one, other) => other.message - one.message)
  return [...new Set(told.map(({ agent }) => agent))]
}

/**
 * Whether the polecat that a bead was assigned to has lost it: its loss was reported since, the lease on the mail that
 * assigned it ended, or the polecat is gone.
 */
export async function isLost(context: Context, known: Redispatch): Promise<boolean> {
  const { bead, agent, attemptedAt } = known
  if (agent === null || attemptedAt === null) return false
  const holder = await context.store.roster.find(agent)
  if (holder?.state !== 'alive') return true
  const reports = await mailOf(context, `RECOVERED_BEAD ${bead}`, ({ subject, sentAt }) =>
    beadOfSubject(subject) === bead && sentAt > attemptedAt ? [agent] : [],
  )
  if (reports.length > 0) return true
  const given = await findGiving(context, known)
  // Mail that assigns nothing any more: its sender died before it was sent.
  if (given === null) return true
  const { box, attempts, heldUntil } = given.copy
  if (box === 'processing') return heldUntil !== null && heldUntil <= context.now()
  return box === 'dead' || ((box === 'unread' || box === 'read') && attempts > 0)
}

type Told = {
  readonly id: number
  readonly subject: string
  readonly to: readonly string[]
  readonly sentAt: number
}

async function mailOf(
  { store, now }: Context,
  subject: string,
  namesIn: (message: Told) => readonly string[] | Promise<readonly string[]>,
): Promise<readonly { readonly message: number; readonly agent: string }[]> {
  const query = parseQuery(`"${subject.replaceAll('"', '')}"`, now())
  const page = { limit: mostAsked, after: null, best: false }
  const { rows } = await store.messages.search(query, null, now(), page)
  const found = await Promise.all(
    rows.map(async ({ message }) =>
      (await namesIn(message)).map((agent) => ({ message: message.id, agent })),
    ),
  )
  return found.flat()
}
