import { statusOf } from '../../domain/delivery.ts'
import { parseQuery } from '../../domain/query/query.ts'
import { failed, type Redispatch, redispatchSubject } from '../../domain/redispatch.ts'
import type { Context } from '../context.ts'

export type Outcome = {
  readonly bead: Redispatch
  readonly message: number
  readonly ended: 'done' | 'failed'
}

/** The outcome of assigned beads: completing the assigning mail means done, failing it means failed. */
export async function outcomesOf(context: Context): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = []
  for (const bead of await context.store.upkeep.givenOut()) {
    const given = await findGiving(context, bead)
    if (given?.status === 'completed' || given?.status === 'failed')
      outcomes.push({ bead, message: given.message, ended: given.status === 'completed' ? 'done' : 'failed' })
  }
  return outcomes
}

/** Stores them, and returns those that no other process stored first. */
export async function takeOutcomes(context: Context): Promise<readonly Outcome[]> {
  const taken: Outcome[] = []
  for (const outcome of await outcomesOf(context)) {
    const next = outcome.ended === 'done' ? null : failed(outcome.bead)
    if (await context.store.upkeep.putRedispatch(outcome.bead.bead, outcome.bead, next)) taken.push(outcome)
  }
  return taken
}

/** The mail that assigned a bead to its current polecat, and its outcome. */
export async function findGiving({ store, now }: Context, { bead, agent, attemptedAt }: Redispatch) {
  if (agent === null || attemptedAt === null) return null
  const subject = redispatchSubject(bead)
  const query = parseQuery(`"${subject.replaceAll('"', '')}"`, now())
  const { rows } = await store.messages.search(query, null, now(), { limit: 10, after: null, best: false })
  for (const { message } of rows) {
    if (message.subject !== subject || message.sentAt < attemptedAt) continue
    const copy = await store.deliveries.find(agent, message.id)
    if (copy === null) continue
    const status = copy.box === 'archived' ? copy.was : statusOf(copy)
    return { message: message.id, status, copy }
  }
  return null
}
