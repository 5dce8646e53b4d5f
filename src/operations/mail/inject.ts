import { priorities } from '../../domain/priority.ts'
import { bytesOf } from '../../domain/prompt/bytes.ts'
import type { PendingBudget } from '../../domain/prompt/pending-mail.ts'
import { isWithin } from '../../domain/prompt/pending-plan.ts'
import { tokensOf } from '../../domain/prompt/tokens.ts'
import { choice, flag, number } from '../../input/input.ts'
import { pageOf } from '../../input/paging.ts'
import type { Context } from '../../services/context.ts'
import { briefing, withBriefing } from '../../services/sessions/left-open.ts'
import { offerPending } from '../../services/taking/pending.ts'
import { scopes } from '../../services/taking/pending-candidates.ts'
import { offering } from '../operation.ts'

/** The limit of one hook answer. */
const contextLimit = 10_000

export const inject = offering({
  summary: 'Print pending mail for a prompt within a budget; mail that is printed whole becomes read',
  takes: 'inject',
  access: 'write',
  needs: 'own',
  input: {
    maxChars: number(`Print at most N characters (${contextLimit})`),
    maxTokens: number('Print at most about N tokens, counted as three bytes each'),
    minPriority: choice(priorities, 'Only this priority and above', { short: 'p' }),
    limit: number('Print at most N messages (50)'),
    maxCharsPerBody: number('Cut bodies after N characters, with a note'),
    again: flag('Include headers of mail that was shown before and still needs your answer'),
    only: choice(
      scopes,
      'Filter by what this session was shown: changed (repeat no header), untold (skip mail shown before), newer (skip older mail too)',
    ),
    newSession: flag(
      'In the order for a session that begins: handoffs and answers, returned work, the newest instruction of each thread, then the newest; the rest by sender',
    ),
    escaped: flag('Count characters as JSON writes them'),
    bytes: flag('Count UTF-8 bytes instead of characters'),
  },
  value: 'injected',
  reads: 'text',
  examples: [
    ['watchpost inject --max-tokens 1500', 'the most urgent mail, before a prompt'],
    ['watchpost inject --min-priority high --limit 5 --max-chars-per-body 500', 'as in ADR-003'],
  ],
  async run(context, input) {
    const { maxChars = contextLimit, maxTokens, maxCharsPerBody, escaped, bytes } = input
    const weigh = weighing(escaped ?? false, bytes ?? false)
    const whole = { maxChars, maxTokens, maxCharsPerBody, ...weigh }
    const told = input.only === 'untold' ? null : await leftOpenWithin(context, input.again ?? false, whole)
    const offer = await offerPending(context, {
      budget: told === null || told.text === '' ? whole : besides(whole, told.text),
      minPriority: input.minPriority,
      limit: pageOf({ limit: input.limit }).limit,
      again: input.again ?? false,
      only: input.only ?? null,
      begins: input.newSession ?? false,
    })
    return withBriefing(context, offer, told)
  },
})

function weighing(escaped: boolean, bytes: boolean): Pick<PendingBudget, 'weigh'> {
  if (!escaped && !bytes) return {}
  const lengthOf = bytes ? bytesOf : (text: string) => text.length
  // Without the quotes around it.
  return { weigh: (text) => (escaped ? lengthOf(JSON.stringify(text)) - 2 : lengthOf(text)) }
}

/** Owed mail that was reminded of is already among the pending mail. */
function leftOpenWithin(context: Context, again: boolean, budget: PendingBudget) {
  return briefing(context, {
    inProgress: again,
    fits: (text, share) =>
      isWithin(text, {
        ...budget,
        maxChars: budget.maxChars * share,
        maxTokens: budget.maxTokens === undefined ? undefined : budget.maxTokens * share,
      }),
  })
}

/** The budget left beside a text in the same answer, and the line between them. */
function besides(budget: PendingBudget, text: string): PendingBudget {
  const { maxChars, maxTokens, weigh } = budget
  const used = `${text}\n`
  return {
    ...budget,
    maxChars: maxChars - (weigh?.(used) ?? used.length),
    maxTokens: maxTokens === undefined ? undefined : maxTokens - tokensOf(used),
  }
}
