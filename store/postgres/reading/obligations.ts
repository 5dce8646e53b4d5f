import { type Box, boxes } from '../../../src/domain/delivery.ts'
import type { Letter } from '../../../src/domain/message.ts'
import { idMask } from '../../../src/domain/priority.ts'
import type { OwedQuestion, Page, PageRequest } from '../../mail-store.ts'
import { badCursor, pageOf } from '../../sql/cursors.ts'
import type { Connection } from '../database/connection.ts'
import { mapped } from '../database/sequences.ts'
import { clockOf } from '../rows/clock.ts'
import { findCopyRow } from '../rows/copies.ts'
import { findLetter } from '../rows/letters.ts'
import { namesOf } from '../rows/names.ts'
import { deliveryOf } from '../rows/rows.ts'
import { type Debt, type From, oldestDebts } from './debt-walks.ts'
import { seenAt } from './mailbox-sql.ts'

/** Archiving puts a debt out of sight with its mail; completing, failing and answering settle it. */
const live: readonly Box[] = ['unread', 'read', 'processing', 'snoozed', 'dead', 'expired']
const places = live.map((box) => boxes.indexOf(box)).join(', ')

export async function owedPage(
  connection: Connection,
  question: OwedQuestion,
  now: number,
  page: PageRequest,
): Promise<Page<Letter>> {
  const debts = await debtsOf(connection, question, page)
  const { rows, next } = pageOf(debts, page.limit, ({ id, agent }) => `${id}.${agent}`)
  return {
    rows: (await mapped(rows, async (debt) => letterOf(connection, debt, now))).filter(
      (letter) => letter !== null,
    ),
    next,
  }
}

async function debtsOf(
  connection: Connection,
  question: OwedQuestion,
  page: PageRequest,
): Promise<readonly Debt[]> {
  const { by, to, kinds, sentBefore } = question
  const from = cursorOf(page.after)
  const limit = page.limit + 1
  const idOf = async (address: string) => (await namesOf(connection).find(address)) ?? -1
  const [debtor, requester] = [by === null ? null : await idOf(by), to === null ? null : await idOf(to)]
  if (kinds === undefined && sentBefore === undefined && (by !== null || to !== null))
    return oldestDebts(connection, { by: debtor, to: requester }, from ?? { id: -1, agent: -1 }, limit)
  const bindings = {
    ...{ by: debtor ?? -1, to: requester ?? -1, kinds: JSON.stringify(kinds ?? []) },
    ...{ before: sentBefore ?? null, ...from, limit },
  }
  return (await connection.statement(owedSql(question, from !== undefined)).all(bindings)) as Debt[]
}

/** Escalations are few, so a question about them begins with their copies: the open ones, and all that were sent. */
const escalationsSql = `SELECT agent_id, rank FROM escalations
UNION SELECT r.value, m.rank FROM messages m, numbers(m.recipients) r WHERE m.kind = 'escalation'`

/**
 * Only the conditions that are asked stand in the statement, so that the index serves each. Where a page begins is none
 * of the first one's, the one that is looked at most: every debt would be held against it, a fifth of all the work.
 */
function owedSql({ by, to, kinds, sentBefore }: OwedQuestion, goesOn: boolean): string {
  const joined = kinds !== undefined || sentBefore !== undefined
  const isOfEscalations = kinds?.length === 1 && kinds[0] === 'escalation'
  const debtors = isOfEscalations ? `(${escalationsSql}) e JOIN agents a ON a.id = e.agent_id` : 'agents a'
  const source = `deliveries d ON d.agent_id = a.id AND d.box IN (${places}) AND d.owes = 1 AND d.was IS DISTINCT FROM ${boxes.indexOf('failed')}`
  const narrowed = [
    joined ? ` JOIN messages m ON m.id = (d.rank & ${idMask})` : '',
    ' WHERE true',
    isOfEscalations ? ' AND d.rank = e.rank' : '',
    goesOn ? ` AND (d.rank & ${idMask}, a.id) > (@id, @agent)` : '',
    kinds === undefined ? '' : ' AND m.kind IN (SELECT value FROM texts(@kinds))',
    sentBefore === undefined ? '' : ' AND m.sent_at < @before',
  ].join('')
  const arm = (only: string) =>
    `SELECT d.rank & ${idMask} AS id, a.id AS agent, d.rank FROM ${debtors} JOIN ${source}${narrowed}${only}`
  const arms = [
    ...(by === null ? [] : [arm(' AND a.id = @by')]),
    ...(to === null ? [] : [arm(' AND d.sender_id = @to')]),
    ...(by === null && to === null ? [arm('')] : []),
  ]
  return `${arms.join('\nUNION ')}\nORDER BY 1, 2 LIMIT @limit`
}

async function letterOf(
  connection: Connection,
  { id, agent, rank }: Debt,
  now: number,
): Promise<Letter | null> {
  const row = await findCopyRow(connection, agent, rank)
  const time = await clockOf(connection, agent, now)
  return findLetter(connection, id, async () =>
    row === undefined ? null : await deliveryOf(connection, seenAt(row, time)),
  )
}

function cursorOf(after: string | null): From | undefined {
  if (after === null) return undefined
  const [id, agent] = after.split('.').map(Number)
  if (Number.isSafeInteger(id) && Number.isSafeInteger(agent)) return { id: id ?? 0, agent: agent ?? 0 }
  throw badCursor(after)
}
