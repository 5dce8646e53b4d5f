import type { DebateRow } from '../../../store/mail-store.ts'
import { deadlockWords } from '../../domain/debates/deadlock.ts'
import { shortId } from '../../domain/id.ts'
import { readDebate } from '../debates/read.ts'
import type { Context } from '../operation.ts'
import { iso, messageValue } from '../values.ts'
import type { AttentionRow } from './schema.ts'
import { attentionRow, type Concern, listedConcern } from './value.ts'

const pageSize = 500

/** Debates that their peers cannot end. Each row is the message that waits for an answer; only listed ones are read. */
export async function debateConcerns(context: Context): Promise<readonly Concern[]> {
  const deadlocked: DebateRow[] = []
  for (let after: string | null = null; ; ) {
    const page = await context.store.debates.list('deadlock', { limit: pageSize, after })
    deadlocked.push(...page.rows.filter(({ judged, newest }) => judged >= newest))
    after = page.next
    if (after === null) break
  }
  return [
    listedConcern(
      'deadlock',
      deadlocked.reverse(),
      () => null,
      ({ thread }) => rowOf(context, thread),
    ),
  ]
}

async function rowOf(context: Context, thread: number): Promise<AttentionRow | null> {
  const { debate, letters } = await readDebate(context, thread)
  const standing = letters.find(({ message }) => message.id === debate.standing) ?? letters.at(-1)
  if (standing === undefined) return null
  const { deadlockReason, rounds } = debate
  return attentionRow({
    message: messageValue(standing),
    why: 'deadlock',
    reason: deadlockReason === null ? 'deadlocked' : deadlockWords(deadlockReason, rounds),
    since: iso(standing.message.sentAt),
    command: `watchpost debate show ${shortId(thread)}`,
  })
}
