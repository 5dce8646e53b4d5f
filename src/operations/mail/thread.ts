import { shortId } from '../../domain/id.ts'
import { placeOf } from '../../domain/places.ts'
import { requiredText, text } from '../../input/input.ts'
import { pageFields, pageOf } from '../../input/paging.ts'
import type { Context } from '../../services/context.ts'
import { outcomesFor } from '../../services/log/outcomes.ts'
import { requireAgent, requireId } from '../../services/lookup.ts'
import { allOpened } from '../../services/sealing/opened.ts'
import { assignmentValue } from '../../services/supervision/value.ts'
import { fullField } from '../../services/taking/take.ts'
import { allWithFields } from '../../services/templates/parsed.ts'
import { fullMessageValue } from '../../services/values.ts'
import { operation } from '../operation.ts'

export const thread = operation({
  summary: 'Print a whole thread, oldest first; any of its messages names it',
  access: 'read',
  input: {
    message: requiredText('A message of the thread', {
      positional: true,
      completes: 'message',
      placeholder: 'ID',
    }),
    of: text("Show the status of this agent's copies", { completes: 'agent', placeholder: 'ADDRESS' }),
    full: fullField,
    ...pageFields,
  },
  value: 'thread',
  async run(context, input) {
    const owner = await ownerOf(context, input.of)
    const page = { ...pageOf(input), bodies: true }
    const message = await requireId(context, input.message)
    const { thread, subject, rows: stored, next } = await context.store.messages.thread(message, owner, page)
    const rows = await allOpened(context, stored)
    const outcomes = await outcomesFor(
      context,
      rows.map((letter) => letter.message),
    )
    const values = rows.map((letter) => {
      const found = outcomes.get(letter.message.id)
      return found === undefined ? fullMessageValue(letter) : { ...fullMessageValue(letter), outcomes: found }
    })
    const messages = await allWithFields(context, values)
    const [assigned] = await context.store.assignments.find([thread])
    return {
      thread: shortId(thread),
      subject,
      messages,
      assigned: assigned === undefined ? null : assignmentValue(assigned),
      next,
    }
  },
})

/** Items of a queue and posts of a channel are described by their own copies. */
async function ownerOf(context: Context, of: string | undefined): Promise<string> {
  if (of === undefined) return context.actor.address
  return placeOf(of) === null ? (await requireAgent(context, of)).address : of
}
