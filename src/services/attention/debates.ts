import { deadlockWords } from '../../domain/debates/deadlock.ts'
import { shortId } from '../../domain/id.ts'
import type { AttentionRow } from '../../values/attention-schema.ts'
import type { Context } from '../context.ts'
import { readDebate } from '../debates/read.ts'
import { iso, messageValue } from '../values.ts'
import { attentionRow, type Concern } from './value.ts'

/** Debates that their peers cannot end. Each row is the message that waits for an answer; only listed ones are read. */
export async function debateConcerns(context: Context): Promise<readonly Concern[]> {
  const { debates } = context.store
  return [
    {
      why: 'deadlock',
      count: await debates.countDeadlocked(),
      agents: 0,
      async page(request) {
        const { rows, next } = await debates.deadlocked(request)
        const found = await Promise.all(rows.map(({ thread }) => rowOf(context, thread)))
        return { rows: found.filter((row) => row !== null), next }
      },
    },
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
