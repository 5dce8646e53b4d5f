import type { AttentionReason } from '../../../../domain/attention.ts'
import type { Mailbox } from '../../../../mailbox.ts'
import type { MessageValue } from '../../../../services/values.ts'
import type { AttentionGroupValue, AttentionRow } from '../../../../values/attention-schema.ts'
import type { Row, Trouble } from '../../model/list.ts'
import type { Fetched } from './fetched.ts'
import { rowId } from './row.ts'

type PageInput = { readonly limit: number; readonly after?: string }

/** The rows of a folded reason. */
const mostFolded = 5

/**
 * Each reason under its heading: the first rows, or all of them page by page if it is unfolded. A cursor names the reason
 * that the page begins in, and where.
 */
export async function fetchAttention(
  mailbox: Mailbox,
  unfolded: readonly AttentionReason[],
  { limit, after }: PageInput,
): Promise<Fetched> {
  const { attention, groups } = await mailbox.attention({ limit: mostFolded })
  const [begun, cursor] = after?.split(' ') ?? []
  const rows: Row[] = []
  const from = groups.findIndex(({ why }) => why === begun)
  const firstHeaded = groups.findIndex(({ count }) => count > 1)
  for (const [at, group] of groups.entries()) {
    if (at < from) continue
    const { why, count } = group
    // One row says all that its heading would, but below another heading it would seem to belong there.
    const hasHeading = firstHeaded >= 0 && at >= firstHeaded
    const place = { ...(hasHeading && headed), ...(at === 0 && gravest) }
    const listed = (row: AttentionRow) => troubleRow({ ...row, ...place })
    const isUnfolded = unfolded.includes(why)
    if (why !== begun && hasHeading)
      rows.push({ type: 'reason', id: rowId('reason', why), group, folded: !isUnfolded && isFoldable(group) })
    if (!isUnfolded || count <= mostFolded) {
      rows.push(...attention.filter((row) => row.why === why).map(listed))
      continue
    }
    const here = { why, limit: Math.max(1, limit), ...(why === begun && { after: cursor }) }
    const page = await mailbox.attention(here)
    rows.push(...page.attention.map(listed))
    if (page.next !== null) return { rows, next: `${why} ${page.next}` }
  }
  return { rows, next: null }
}

const headed = { headed: true } as const
const gravest = { gravest: true } as const

/** It has more rows than its folded form lists. */
export function isFoldable({ count }: Pick<AttentionGroupValue, 'count'>): boolean {
  return count > mostFolded
}

type Told = Pick<AttentionRow, 'why' | 'agent' | 'queue' | 'swarm'> & {
  readonly message: Pick<MessageValue, 'id' | 'from' | 'owner'> | null
}

/** The id of a row of Attention, the same in each list that has it. */
export function troubleId({ message, agent, queue, swarm, why }: Told): string {
  return message === null
    ? rowId(agent ?? queue ?? swarm ?? '', why)
    : rowId(message.id, `${why}·${message.owner ?? ''}`)
}

/** Whom a message of Attention is about. */
export function troubleWho({
  why,
  message,
}: Pick<Told, 'why'> & { message: NonNullable<Told['message']> }): string {
  const isAboutOwner = why === 'unanswered' || why === 'dead' || why === 'request-failed'
  return isAboutOwner ? (message.owner ?? message.from) : message.from
}

function troubleRow(trouble: Trouble): Row {
  const { message, why } = trouble
  const id = troubleId(trouble)
  if (message === null) return { type: 'trouble', id, trouble }
  const who = troubleWho({ why, message })
  return { type: 'mail', id, message, threadSize: 1, copies: null, who, trouble }
}
