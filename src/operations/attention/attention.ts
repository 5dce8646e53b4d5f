import { attentionReasons } from '../../domain/attention.ts'
import { MailError } from '../../domain/errors.ts'
import { choice, flag, number } from '../../input/input.ts'
import { pageFields, pageOf } from '../../input/paging.ts'
import { concernsNow } from '../../services/attention/concerns.ts'
import type { Values } from '../../values/schemas.ts'
import { operation } from '../operation.ts'

/** Rows of each reason, unless one reason is asked for. */
const usual = 20

export const attention = operation({
  summary:
    'List what needs a person now, grouped by reason, most serious first, with the command that resolves it',
  access: 'read',
  input: {
    why: choice(attentionReasons, 'Only this reason, page by page'),
    count: flag('Only the counts: list no rows'),
    limit: number(`Show at most N of each reason (${usual}, up to 500)`),
    after: pageFields.after,
  },
  value: 'attention',
  examples: [
    [
      'watchpost attention',
      'agents that wait for you, escalations, failed requests, silent agents, overdue answers, urgent mail',
    ],
    ['watchpost attention --why urgent --limit 100', 'the first 100 urgent messages'],
  ],
  async run(context, { why, count, limit, after }): Promise<Values['attention']> {
    if (after !== undefined && why === undefined)
      throw new MailError(
        'usage',
        '--after works only with --why.',
        'Each reason has pages of its own: name it with --why.',
      )
    const page = pageOf({ limit: limit ?? (why === undefined ? usual : undefined), after })
    const concerns = await concernsNow(context)
    const wanted = concerns.filter((concern) => why === undefined || concern.why === why)
    const nothing = { rows: [], next: null }
    const pages = await Promise.all(wanted.map((concern) => (count ? nothing : concern.page(page))))
    return {
      attention: pages.flatMap(({ rows }) => rows),
      groups: wanted.map(({ why, count, agents }, at) => ({
        why,
        count,
        agents,
        shown: pages[at]?.rows.length ?? 0,
      })),
      total: wanted.reduce((sum, concern) => sum + concern.count, 0),
      next: why === undefined ? null : (pages[0]?.next ?? null),
    }
  },
})
