import { reversibleWords } from '../../../src/domain/change.ts'
import type { Receipt } from '../../../src/domain/event.ts'
import { outcomeOf } from '../../../src/domain/outcome.ts'
import { placeOf } from '../../../src/domain/places.ts'
import type { Page, PageRequest } from '../../mail-store.ts'
import { pageByName } from '../../sql/cursors.ts'
import type { Connection } from '../database/connection.ts'
import { flatMapped, mapped } from '../database/sequences.ts'
import { findCopyRow, holdersOf } from '../rows/copies.ts'
import { namesOf } from '../rows/names.ts'
import { deliveryOf } from '../rows/rows.ts'
import { endingsOf } from './outcomes.ts'

type Mark = {
  readonly agent_id: number
  readonly what: string
  readonly at: number
  readonly session: string | null
  readonly command: string | null
}
type Sent = { readonly rank: number; readonly arrived_at: number }

const marksSql = `SELECT e.agent_id, e.what, t.at, t.session, t.command FROM events e JOIN deeds t ON t.id = e.deed_id
WHERE e.message_id = ? AND e.what IN ('joined', 'offered', 'shown', 'answered') ORDER BY e.seq`

/** Whoever acted for the recipient: under its name, or on its copy under their own. */
const principalsSql = `SELECT e.agent_id, t.principal, t.actor_id FROM events e JOIN deeds t ON t.id = e.deed_id
WHERE e.message_id = ? AND (t.principal IS NOT NULL AND t.actor_id = e.agent_id
  OR t.actor_id <> e.agent_id AND e.what IN (${reversibleWords.map((word) => `'${word}'`).join(', ')})) ORDER BY e.seq`

/** The progress that the sender may see for each recipient: the first time of each step. */
export async function receiptsOf(
  connection: Connection,
  message: number,
  page: PageRequest,
): Promise<Page<Receipt>> {
  const sent = (await connection
    .statement('SELECT rank, arrived_at FROM messages WHERE id = ?')
    .get(message)) as Sent | undefined
  if (sent === undefined) return { rows: [], next: null }
  const names = namesOf(connection)
  const holders = (
    await mapped(await holdersOf(connection, message), async (id) => ({ id, address: await names.of(id) }))
  ).sort((one, other) => (one.address < other.address ? -1 : 1))
  const { rows, next } = pageByName(holders, ({ address }) => address, page.after, page.limit)
  const marks = await firstMarks(connection, message)
  const endings = await endingsOf(connection, message)
  const principals = await principalsOf(connection, message)
  const bells = await bellsOf(connection, message)
  const waiting = await waitingOf(connection, message)
  return {
    rows: await mapped(rows, async ({ id, address }): Promise<Receipt> => {
      const mark = (what: string) => marks.get(`${id} ${what}`) ?? null
      const shown = mark('shown')
      const copy = await findCopyRow(connection, id, sent.rank)
      return {
        address,
        principal: principals.get(id) ?? null,
        stored: mark('joined')?.at ?? sent.arrived_at,
        offered: mark('offered')?.at ?? null,
        shown: shown === null ? null : { at: shown.at, session: shown.session, command: shown.command },
        rung: bells.get(id) ?? null,
        waiting: waiting.get(address) ?? null,
        acknowledged: copy?.ack_at ?? null,
        answered: mark('answered')?.at ?? null,
        outcome:
          copy === undefined ? null : outcomeOf(await deliveryOf(connection, copy), endings.get(id) ?? {}),
      }
    }),
    next,
  }
}

async function principalsOf(connection: Connection, message: number): Promise<ReadonlyMap<number, string>> {
  const rows = (await connection.statement(principalsSql).all(message)) as {
    readonly agent_id: number
    readonly principal: string | null
    readonly actor_id: number
  }[]
  const names = namesOf(connection)
  return new Map(
    await flatMapped(rows, async ({ agent_id, principal, actor_id }) =>
      // An item of a queue has no recipient to act for.
      principal === null && placeOf(await names.of(agent_id)) !== null
        ? []
        : [[agent_id, principal ?? (await names.of(actor_id))]],
    ),
  )
}

async function bellsOf(
  connection: Connection,
  message: number,
): Promise<ReadonlyMap<number, NonNullable<Receipt['rung']>>> {
  const sql = `SELECT e.agent_id, t.at, e.detail FROM events e JOIN deeds t ON t.id = e.deed_id
WHERE e.message_id = ? AND e.what = 'rung' ORDER BY e.seq`
  const rows = (await connection.statement(sql).all(message)) as {
    readonly agent_id: number
    readonly at: number
    readonly detail: string
  }[]
  return new Map(rows.map(({ agent_id, at, detail }) => [agent_id, { at, ...JSON.parse(detail) }]))
}

async function waitingOf(
  connection: Connection,
  message: number,
): Promise<ReadonlyMap<string, NonNullable<Receipt['waiting']>>> {
  const sql = 'SELECT address, attempts, problem, next_at AS next FROM outbox WHERE message_id = ?'
  const rows = (await connection.statement(sql).all(message)) as (NonNullable<Receipt['waiting']> & {
    readonly address: string
  })[]
  return new Map(rows.map(({ address, ...waiting }) => [address, waiting]))
}

async function firstMarks(connection: Connection, message: number): Promise<ReadonlyMap<string, Mark>> {
  const marks = new Map<string, Mark>()
  for (const mark of (await connection.statement(marksSql).all(message)) as Mark[]) {
    const key = `${mark.agent_id} ${mark.what}`
    if (!marks.has(key)) marks.set(key, mark)
  }
  return marks
}
