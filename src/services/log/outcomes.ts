import { kindRules } from '../../domain/kind.ts'
import type { Message } from '../../domain/message.ts'
import { iso } from '../../domain/moment.ts'
import { byGravestOutcome, type Outcome } from '../../domain/outcome.ts'
import type { OutcomeValue } from '../../values/mail-schema.ts'
import type { Context } from '../context.ts'

const mostRecipients = 20

function outcomeValue({ owner, state, by, reason, at }: Outcome): OutcomeValue {
  return { owner, state, by, reason, at: iso(at) }
}

/** The outcome of each message that asks for an answer, by recipient, most serious first. */
export async function outcomesFor(
  context: Context,
  messages: readonly Pick<Message, 'id' | 'kind'>[],
): Promise<ReadonlyMap<number, readonly OutcomeValue[]>> {
  const ids = messages.filter(({ kind }) => kindRules[kind].owes).map(({ id }) => id)
  const found = new Map<number, OutcomeValue[]>()
  if (ids.length === 0) return found
  const outcomes = await context.store.log.outcomes(ids, mostRecipients)
  for (const outcome of outcomes.toSorted(byGravestOutcome))
    found.set(outcome.message, [...(found.get(outcome.message) ?? []), outcomeValue(outcome)])
  return found
}
