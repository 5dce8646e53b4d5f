import { MailError } from '../../domain/errors.ts'
import { shortId } from '../../domain/id.ts'
import { readDebate } from '../../services/debates/read.ts'
import { requireDebate, ruleDebate, rulingFields } from '../../services/debates/rule.ts'
import { settleDebate } from '../../services/debates/settle.ts'
import { shownDebateValue } from '../../services/debates/value.ts'
import type { ShownDebate } from '../../values/debates-schema.ts'
import { operation } from '../operation.ts'

export const resolveDebate = operation({
  summary: 'End a debate with a decision; participants are notified, and SUBPOR.md records it',
  access: 'write',
  needs: 'own',
  input: rulingFields,
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
