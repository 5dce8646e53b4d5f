import { swarmIn } from '../../domain/addressing/address.ts'
import { type Commission, partyText } from '../../domain/commission.ts'
import { MailError } from '../../domain/errors.ts'
import type { Context } from '../context.ts'
import { uuidOfName } from '../tasks/task-ids.ts'
import { requireOwnSwarm } from './own-swarm.ts'

/**
 * Knowing the UUID of a task is not enough to write into it: a swarm takes part if it owns the task, brought it here,
 * was written to in it, or was named by one that takes part. @throws MailError `not-allowed`
 */
export async function requirePart(context: Context, task: Commission, source: string): Promise<void> {
  const swarm = requireOwnSwarm(context)
  const parties = [task.owner, ...task.contributors]
  if (parties.some((party) => swarmIn(party) === source)) return
  if (parties.includes(partyText({ role: 'swarm', id: source, swarm }))) return
  if (await wasWrittenTo(context, task, source)) return
  throw noPart(source)
}

export function noPart(source: string): MailError {
  return new MailError('not-allowed', `the swarm ${source} has no part in the task`)
}

/** An answer may come before we noted that our message arrived. */
async function wasWrittenTo({ store, swarm }: Context, { id }: Commission, source: string): Promise<boolean> {
  const lanes = await store.outbox.lanes(source)
  if (lanes.some((lane) => lane === id || uuidOfName(`${swarm} ${lane}`) === id)) return true
  return store.tasks.hasWrittenTo(id, null, source)
}
