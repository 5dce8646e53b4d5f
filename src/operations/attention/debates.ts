import { deadlockWords } from '../../domain/debates/deadlock.ts'
import { shortId } from '../../domain/id.ts'
import { readDebate } from '../debates/read.ts'
import type { Context } from '../operation.ts'
import { iso, messageValue } from '../values.ts'
import type { AttentionRow } from './schema.ts'
import { attentionRow } from './value.ts'

/** Each debate is read in full, so only the latest are checked; `blockers` lists them all. */
const mostDebates = 10

/** Debates that their peers cannot end. Each row is the message that waits for an answer. */
export async function debateTrouble(context: Context): Promise<readonly AttentionRow[]> {
  const { rows } = await context.store.debates.list('deadlock', { limit: mostDebates, after: null })
  const found: AttentionRow[] = []
  for (const { thread } of rows) {
    const { debate, letters } = await readDebate(context, thread)
    const standing = letters.find(({ message }) => message.id === debate.standing) ?? letters.at(-1)
    if (debate.deadlockReason === null || standing === undefined) continue
    found.push(
      attentionRow({
        message: messageValue(standing),
        why: 'deadlock',
        reason: deadlockWords(debate.deadlockReason, debate.rounds),
        since: iso(standing.message.sentAt),
        command: `watchpost debate show ${shortId(thread)}`,
      }),
    )
  }
  return found
}
