import { resolutionPayload } from '../../domain/debates/resolution.ts'
import { MailError } from '../../domain/errors.ts'
import { shortId } from '../../domain/id.ts'
import { checkInput, flag, requiredText, text } from '../input.ts'
import { requireId } from '../lookup.ts'
import { operation } from '../operation.ts'
import { letterFields } from '../posting/letter.ts'
import { postMessage } from '../posting/post.ts'
import { readDebate } from './read.ts'
import type { ShownDebate } from './schema.ts'
import { settleDebate } from './settle.ts'
import { debateValue, positionsOf } from './value.ts'

export const resolveDebate = operation({
  summary: 'End a debate with a decision; participants are notified, and SUBPOR.md records it',
  access: 'write',
  input: {
    thread: requiredText('Any message of its thread', {
      positional: true,
      completes: 'message',
      placeholder: 'THREAD',
    }),
    forceConsensus: flag('Decide even without agreement'),
    decision: text('The decision'),
  },
  value: 'debate',
  examples: [
    [
      'watchpost debate resolve Q8Y7D --force-consensus --decision "Redis sessions, JWT for mobile"',
      'decides a deadlocked debate',
    ],
  ],
  async run(context, { thread, forceConsensus = false, decision = '' }): Promise<ShownDebate> {
    const before = await readDebate(context, await requireId(context, thread))
    const { debate } = before
    const id = shortId(before.thread)
    if (debate.rounds === 0)
      throw new MailError(
        'conflict',
        `${id} is not part of a debate.`,
        'List debates with `watchpost debate list`.',
      )
    if (debate.consensus && forceConsensus)
      throw new MailError('conflict', `The debate ${id} is already decided.`, 'See `watchpost decisions`.')
    if (!debate.consensus && (!forceConsensus || decision.trim() === ''))
      throw new MailError(
        'usage',
        `The participants of the debate ${id} do not agree yet.`,
        'To decide it anyway, add --force-consensus --decision TEXT.',
      )
    if (!debate.consensus) {
      const to = debate.participants.filter((who) => who !== context.actor.address)
      const letter = checkInput(letterFields, {
        kind: 'directive',
        subject: `Decided: ${decision}`.slice(0, 200),
        body: `Decision:\n\n${decision}`,
        payload: resolutionPayload(decision),
        ...(before.task === null ? {} : { task: before.task }),
      })
      await postMessage(context, {
        ...letter,
        to: to.length === 0 ? [`agent:${context.actor.address}`] : to.map((who) => `agent:${who}`),
        defaultKind: 'directive',
        thread: before.thread,
        replyTo: debate.standing,
        answers: true,
        asksNothing: true,
      })
    }
    await settleDebate(context, id)
    const read = await readDebate(context, before.thread)
    return { ...debateValue(context, read), positions: positionsOf(read) }
  },
})
