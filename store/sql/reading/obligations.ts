import { type Box, boxes } from '../../../src/domain/delivery.ts'
import type { Letter } from '../../../src/domain/message.ts'
import { idMask } from '../../../src/domain/priority.ts'
import type { OwedQuestion, Page, PageRequest } from '../../mail-store.ts'
import type { Connection } from '../connection.ts'
import { badCursor, pageOf } from '../cursors.ts'
import { numberOf } from '../rows/names.ts'
import type { Work } from '../work.ts'
import { type Debt, type From, oldestDebts } from './debt-walks.ts'
import { lettersOf } from './owned-letters.ts'

/** Archiving puts a debt out of sight with its mail; completing, failing and answering settle it. */
const live: readonly Box[] = ['unread', 'read', 'processing', 'snoozed', 'dead', 'expired']
const places = live.map((box) => boxes.indexOf(box)).join(', ')

export function* owedPage(
  connection: Connection,
  question: OwedQuestion,
  now: number,
  page: PageRequest,
): Work<Page<Letter>> {
  const debts = yield* debtsOf(connection, question, page)
  const { rows, next } = pageOf(debts, page.limit, ({ id, agent }) => `${id}.${agent}`)
  const wanted = rows.map(({ id, agent }) => ({ message: id, owner: agent }))
  const letters = yield* lettersOf(connection, wanted, now)
  return { rows: letters.filter((letter) => letter !== null), next }
}

function* debtsOf(connection: Connection, question: OwedQuestion, page: PageRequest): Work<readonly Debt[]> {
  const { by, to, kinds, sentBefore } = question
  const from = cursorOf(page.after)
  const limit = page.limit + 1
  const debtor = by === null ? null : yield* numberOf(connection, by)
  const requester = to === null ? null : yield* numberOf(connection, to)
  if (kinds === undefined && sentBefore === undefined && (by !== null || to !== null))
    return yield* oldestDebts(connection, { by: debtor, to: requester }, from ?? { id: -1, agent: -1 }, limit)
  const bindings = {
    by: debtor ?? -1,
    to: requester ?? -1,
    kinds: JSON.stringify(kinds ?? []),
    before: sentBefore ?? null,
    ...from,
    limit,
  }
  return yield* connection.rows<Debt>(owedSql(question, from !== undefined), bindings)
}

/** Escalations are few, so a question about them begins with their copies: the open ones, and all that were sent. */
const escalationsSql = `SELECT agent_id, rank FROM escalations
UNION SELECT CAST(r.value AS bigint), m.rank FROM messages m, numbers(m.recipients) r WHERE m.kind = 'escalation'`

/**
 * The statement contains only the conditions that are asked, so that the index serves each. The start of a page is not one
 * for the first page, the one read most: checking every debt against it would be a fifth of all the work.
 */
function owedSql({ by, to, kinds, sentBefore }: OwedQuestion, goesOn: boolean): string {
  const joined = kinds !== undefined || sentBefore !== undefined
  const isOfEscalations = kinds?.length === 1 && kinds[0] === 'escalation'
  const debtors = isOfEscalations
    ? `(${escalationsSql}) e CROSS JOIN agents a ON a.id = e.agent_id`
    : 'agents a'
  const source = `deliveries d ON d.agent_id = a.id AND d.box IN (${places}) AND d.owes = 1 AND d.was IS DISTINCT FROM ${boxes.indexOf('failed')}`
  const narrowed = [
    joined ? ` CROSS JOIN messages m ON m.id = (d.rank & ${idMask})` : '',
    ' WHERE true',
    isOfEscalations ? ' AND d.rank = e.rank' : '',
    goesOn ? ` AND (d.rank & ${idMask}, a.id) > (@id, @agent)` : '',
    kinds === undefined ? '' : ' AND m.kind IN (SELECT value FROM texts(@kinds))',
    sentBefore === undefined ? '' : ' AND m.sent_at < @before',
  ].join('')
  const arm = (only: string) =>
    `SELECT d.rank & ${idMask} AS id, a.id AS agent, d.rank FROM ${debtors} CROSS JOIN ${source}${narrowed}${only}`
  const arms = [
    ...(by === null ? [] : [arm(' AND a.id = @by')]),
    ...(to === null ? [] : [arm(' AND d.sender_id = @to')]),
    ...(by === null && to === null ? [arm('')] : []),
  ]
  return `${arms.join('\nUNION ')}\nORDER BY 1, 2 LIMIT @limit`
}

function cursorOf(after: string | null): From | undefined {
  if (after === null) return undefined
  const [id, agent] = after.split('.').map(Number)
  if (Number.isSafeInteger(id) && Number.isSafeInteger(agent)) return { id: id ?? 0, agent: agent ?? 0 }
  throw badCursor(after)
}
