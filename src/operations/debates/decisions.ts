import { shortId } from '../../domain/id.ts'
import { pageFields, pageOf } from '../../input/paging.ts'
import { iso } from '../../services/values.ts'
import type { Values } from '../../values/schemas.ts'
import { operation } from '../operation.ts'

export const decisions = operation({
  summary: 'List decisions of debates, newest first, as in SUBPOR.md',
  access: 'read',
  input: pageFields,
  value: 'decisions',
  async run(context, page): Promise<Values['decisions']> {
    const { rows, next } = await context.store.debates.decisions(pageOf(page))
    return {
      decisions: rows.map(({ message, thread, decision: { title, decidedAt, ...decision } }) => ({
        thread: shortId(thread),
        message: shortId(message),
        decision: title,
        decidedAt: iso(decidedAt),
        ...decision,
        rationale: decision.rationale ?? null,
      })),
      next,
    }
  },
})
