import { type Debate, judgeDebate } from '../../domain/debates/debate.ts'
import type { FullLetter, FullMessage } from '../../domain/message.ts'
import { isQueueAddress } from '../../domain/places.ts'
import type { Context } from '../context.ts'

/** A whole thread, and the state of its debate with the current settings. */
export type ReadDebate = {
  readonly thread: number
  readonly subject: string
  readonly task: string | null
  readonly letters: readonly FullLetter[]
  readonly messages: readonly FullMessage[]
  readonly debate: Debate
}

const pageSize = 500
/** A claim to more than these is an announcement: those who speak are the participants. */
const mostAsked = 100

/** @param thread any message of it @throws MailError `not-found` */
export async function readDebate(context: Context, thread: number): Promise<ReadDebate> {
  const letters: FullLetter[] = []
  const { store, actor, settings } = context
  for (let after: string | null = null; ; ) {
    const page = { limit: pageSize, after, bodies: true }
    const answer: Awaited<ReturnType<typeof store.messages.thread>> = await store.messages.thread(
      thread,
      actor.address,
      page,
    )
    letters.push(...answer.rows)
    after = answer.next
    if (after !== null) continue
    const messages = letters.map(({ message }) => message)
    const asked = await askedBy(context, messages)
    const task = messages.find((message) => message.task !== null)?.task ?? null
    const debate = judgeDebate(messages, settings.debate, asked)
    return { thread: answer.thread, subject: answer.subject, task, letters, messages, debate }
  }
}

/** The agents that the opening claim addressed by name. */
async function askedBy({ store }: Context, messages: readonly FullMessage[]): Promise<readonly string[]> {
  const claim = messages.find(({ kind }) => kind === 'claim')
  if (claim === undefined) return []
  const { rows, next } = await store.deliveries.of(claim.id, { limit: mostAsked, after: null })
  if (next !== null) return []
  return rows
    .filter(
      ({ owner, via, box }) =>
        via === 'to' && box !== 'dead' && owner !== claim.from && !isQueueAddress(owner),
    )
    .map(({ owner }) => owner)
}
