import { limits } from '../../domain/limits.ts'
import { text } from '../../input/input.ts'
import { isOffer } from '../../services/offer.ts'
import { requireOwner } from '../../services/owner.ts'
import { tellRequesters } from '../../services/posting/tell-requesters.ts'
import { tellSenders } from '../../services/posting/tell-senders.ts'
import { endWork, nextFields } from '../../services/taking/end-work.ts'
import { attemptField, messageFields } from '../../services/taking/moves.ts'
import { relaying } from '../operation.ts'

export const fail = relaying({
  summary: 'Mark messages as failed and notify the requester; retry resumes them',
  takes: 'fail',
  access: 'write',
  needs: 'inside',
  input: {
    ...messageFields,
    attempt: attemptField,
    reason: text('The reason for the failure, for the log and the requester', { longest: limits.note }),
    ...nextFields,
  },
  value: 'finished',
  async run(context, { reason, ...input }) {
    const note = reason === undefined ? {} : { reason }
    const failed = await endWork(context, input, { verb: 'fail' }, note)
    const { messages } = isOffer(failed) ? failed.value : failed
    const givenUp = messages.filter(({ condition }) => condition === 'dead')
    await tellRequesters(context, await requireOwner(context, input.of))
    for (const owner of new Set(givenUp.map((message) => message.owner))) await tellSenders(context, owner)
    return failed
  },
})
