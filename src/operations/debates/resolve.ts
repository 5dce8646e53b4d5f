import { MailError } from '../../domain/errors.ts'
import { shortId } from '../../domain/id.ts'
import { flag, requiredText, text, texts } from '../../input/input.ts'
import { readDebate } from '../../services/debates/read.ts'
import { requireDebate, ruleDebate } from '../../services/debates/rule.ts'
import { settleDebate } from '../../services/debates/settle.ts'
import { shownDebateValue } from '../../services/debates/value.ts'
import { letterFields } from '../../services/posting/letter.ts'
import type { ShownDebate } from '../../values/debates-schema.ts'
import { operation } from '../operation.ts'

export const resolveDebate = operation({
  summary: 'End a debate with a decision; participants are notified, and SUBPOR.md records it',
  access: 'write',
  needs: 'own',
  input: {
    thread: requiredText('Any message of its thread', {
      positional: true,
      completes: 'message',
      placeholder: 'THREAD',
    }),
    forceConsensus: flag('Decide even without agreement'),
    decision: text('The decision'),
    rationale: text('The reason for the decision'),
    inform: texts('Also notify this address; no answer is owed', {
      completes: 'address',
      placeholder: 'ADDRESS',
    }),
    key: letterFields.key,
  },
  value: 'debate',
  examples: [
    [
      'watchpost debate resolve Q8Y7D --force-consensus --decision "Redis sessions, JWT for mobile" --rationale "Both sides keep what works"',
      'decides a deadlocked debate',
    ],
  ],
  async run(context, { thread, forceConsensus = false, decision = '', ...ruling }): Promise<ShownDebate> {
    const { thread: root, debate } = await requireDebate(context, thread)
    const id = shortId(root)
    if (!debate.consensus && (!forceConsensus || decision.trim() === ''))
      throw new MailError(
        'usage',
        `The participants of the debate ${id} do not agree yet.`,
        'To decide it anyway, add --force-consensus --decision TEXT.',
      )
    if (forceConsensus) await ruleDebate(context, { thread: id, decision, ...ruling })
    else await settleDebate(context, id)
    return shownDebateValue(context, await readDebate(context, root))
  },
})
