import { limits } from '../../domain/limits.ts'
import { text } from '../../input/input.ts'
import { requireOwner } from '../../services/owner.ts'
import { tellRequesters } from '../../services/posting/tell-requesters.ts'
import { tellSenders } from '../../services/posting/tell-senders.ts'
import { attemptField, messageFields, moveMessages } from '../../services/taking/moves.ts'
import { operation } from '../operation.ts'

export const fail = operation({
  summary: 'Mark messages as failed and notify the requester; retry resumes them',
  access: 'write',
  needs: 'inside',
  input: {
    ...messageFields,
    attempt: attemptField,
    reason: text('The reason for the failure, for the log and the requester', { longest: limits.note }),
  },
  value: 'moved',
  async run(context, { reason, ...input }) {
    const failed = await moveMessages(
      context,
      input,
      { verb: 'fail' },
      reason === undefined ? {} : { reason },
    )
    const givenUp = failed.messages.filter(({ condition }) => condition === 'dead')
    await tellRequesters(context, await requireOwner(context, input.of))
    for (const owner of new Set(givenUp.map((message) => message.owner))) await tellSenders(context, owner)
    return failed
  },
})
