import type { DebateRow, Page } from '../../../store/mail-store.ts'
import type { Verdict } from '../../domain/debates/debate.ts'
import { choice } from '../../input/input.ts'
import { pageFields, pageOf } from '../../input/paging.ts'
import type { Context } from '../../services/context.ts'
import { readDebate } from '../../services/debates/read.ts'
import { debateValue } from '../../services/debates/value.ts'
import type { DebateValue } from '../../values/debates-schema.ts'
import type { Values } from '../../values/schemas.ts'
import { operation } from '../operation.ts'

export const listDebates = operation({
  summary: 'List debates, most recent first, with participants, rounds and verdict',
  access: 'read',
  input: {
    verdict: choice(['open', 'deadlock', 'consensus'], 'Filter by verdict'),
    ...pageFields,
  },
  value: 'debates',
  async run(context, { verdict, ...page }): Promise<Values['debates']> {
    const { rows, next } = await context.store.debates.list(verdict ?? null, pageOf(page))
    return { debates: await debatesOf(context, rows, verdict ?? null), next }
  },
})

/** Whole debates are read side by side, and so many are in memory at once. */
const readAtOnce = 50

/** Verdicts are computed with the current settings, so debates whose verdict changed are left out. */
export async function debatesOf(
  context: Context,
  rows: Page<DebateRow>['rows'],
  verdict: Verdict | null,
): Promise<readonly DebateValue[]> {
  const debates: DebateValue[] = []
  for (let from = 0; from < rows.length; from += readAtOnce) {
    const some = rows.slice(from, from + readAtOnce)
    const read = async ({ thread }: DebateRow) => debateValue(context, await readDebate(context, thread))
    debates.push(...(await Promise.all(some.map(read))))
  }
  const standing = ({ consensus, deadlock }: DebateValue): Verdict =>
    consensus ? 'consensus' : deadlock ? 'deadlock' : 'open'
  return debates.filter((value) => verdict === null || verdict === standing(value))
}
