import { owesAnswer } from '../../../domain/outcome.ts'
import type { Context } from '../../context.ts'
import { type Act, goesOn, patrolDoer, phrase, type Round, sizeOf, told } from '../act.ts'
import { agentsAfter } from '../roster-walk.ts'

/** Archives handled mail after `mailbox.archive_after`, except pinned and owed mail. */
export const archiveOld: Act = async (round) => {
  const after = round.context.settings.mailbox.archiveAfter
  if (after === null) return []
  const before = round.context.now() - after
  const archived: number[] = []
  for await (const { address } of agentsAfter(round.context, round.pace?.after ?? null)) {
    archived.push(...(await archiveOf(round, address, before)))
    if (round.pace === undefined) continue
    if (round.pace.isOver()) break
    round.pace.mark(address)
  }
  const what = phrase(round, archived.length, 'message', 'archived', 'archive')
  return told('archive', what, 'It was handled longer ago than mailbox.archive_after.', archived)
}

/** One look at a mailbox finds this round's share of it. */
const mostArchived = 5_000

async function archiveOf(round: Round, owner: string, before: number): Promise<readonly number[]> {
  const { deliveries } = round.context.store
  const boxes = ['read', 'completed', 'failed'] as const
  const old = await deliveries.olderThan(owner, boxes, before, mostArchived, true)
  const archived: number[] = []
  const size = sizeOf(round)
  for (let at = 0; at < old.length; at += size) {
    const batch = old.slice(at, at + size)
    archived.push(...(await move(round, owner, await settledOf(round.context, owner, batch))))
    if (!round.rehearsal && !(await goesOn(round))) break
  }
  return archived
}

async function move(round: Round, owner: string, messages: readonly number[]): Promise<readonly number[]> {
  if (round.rehearsal || messages.length === 0) return messages
  const targets = messages.map((message) => ({ message }))
  const archive = { verb: 'archive', at: round.context.now() } as const
  const moved = await round.context.store.deliveries.move(patrolDoer(round), owner, targets, archive)
  return moved.filter(({ changed }) => changed).map(({ message }) => message)
}

async function settledOf(
  { store }: Context,
  owner: string,
  messages: readonly number[],
): Promise<readonly number[]> {
  const copies = await Promise.all(messages.map((id) => store.deliveries.find(owner, id)))
  return copies.flatMap((copy) => (copy === null || copy.pinned || owesAnswer(copy) ? [] : [copy.message]))
}
