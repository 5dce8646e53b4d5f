import { shortId } from '../../domain/id.ts'
import { operation } from '../operation.ts'
import { pageFields, pageOf } from '../paging.ts'
import { iso } from '../values.ts'

export type DecisionValue = {
  readonly thread: string
  /** The message that brought it about. */
  readonly message: string
  readonly task: string
  readonly decision: string
  readonly approach: string
  readonly decidedAt: string
  readonly participants: readonly string[]
  readonly rounds: number
  readonly agreement: number
  readonly forcedBy: string | null
  readonly summary: readonly string[]
}

export const decisions = operation({
  summary: 'List decisions of debates, newest first, as in SUBPOR.md',
  access: 'read',
  input: pageFields,
  value: 'decisions',
  async run(
    context,
    page,
  ): Promise<{ readonly decisions: readonly DecisionValue[]; readonly next: string | null }> {
    const { rows, next } = await context.store.debates.decisions(pageOf(page))
    return {
      decisions: rows.map(({ message, thread, decision: { title, decidedAt, ...decision } }) => ({
        thread: shortId(thread),
        message: shortId(message),
        decision: title,
        decidedAt: iso(decidedAt),
        ...decision,
      })),
      next,
    }
  },
})
