import { shortId } from '../../domain/id.ts'
import { limits } from '../../domain/limits.ts'
import { titleOf } from '../../domain/message.ts'
import { requiredTexts, text } from '../../input/input.ts'
import { type Context, doerOf } from '../../services/context.ts'
import { requireId } from '../../services/lookup.ts'
import { readAnyway } from '../../services/mail/read-anyway.ts'
import { tellTakenBack } from '../../services/posting/tell-taken-back.ts'
import { problemOf, refuseAll } from '../../services/taking/moves.ts'
import type { ProblemValue } from '../../services/values.ts'
import type { Values } from '../../values/schemas.ts'
import { operation } from '../operation.ts'

export const retract = operation({
  summary: 'Take back messages that you sent; recipients who saw them are notified',
  access: 'write',
  needs: 'inside',
  input: {
    messages: requiredTexts('The messages', { positional: true, completes: 'message', placeholder: 'ID' }),
    reason: text('The reason, for those who have seen it', { short: 'r', longest: limits.note }),
  },
  value: 'retracted',
  examples: [
    [
      'watchpost retract Q8Y7D --reason "wrong branch"',
      'takes a message back; `watchpost undo` brings it back',
    ],
    ['watchpost send critic --replaces Q8Y7D -s "Review main"', 'sends another message in its place'],
  ],
  async run(context, { messages: written, reason }): Promise<Values['retracted']> {
    const ids: number[] = []
    const problems: ProblemValue[] = []
    for (const one of written) {
      const id = await requireId(context, one).catch((error: unknown) => problemOf(one, error))
      if (typeof id === 'number') ids.push(id)
      else problems.push(id)
    }
    const done = await takeBack(context, ids, reason ?? null, problems)
    if (done.length === 0) refuseAll(problems)
    await tellTakenBack(context)
    return { messages: done, ...(problems.length > 0 && { problems }) }
  },
})

async function takeBack(
  context: Context,
  ids: readonly number[],
  reason: string | null,
  problems: ProblemValue[],
): Promise<Values['retracted']['messages']> {
  if (ids.length === 0) return []
  const { deliveries } = context.store
  const done: Values['retracted']['messages'][number][] = []
  for (const one of await deliveries.retract(doerOf(context), ids, reason, context.now())) {
    const id = shortId(one.message)
    if (one.problem !== null) problems.push({ id, error: one.problem })
    else {
      const { changed, withdrawn, seenBy } = one
      const letter = await readAnyway(context.store, one.message, null)
      const subject = letter === null ? '' : titleOf(letter.message)
      done.push({ id, subject, withdrawn, seenBy, already: !changed })
    }
  }
  return done
}
