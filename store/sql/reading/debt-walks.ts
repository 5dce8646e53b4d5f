import type { Connection } from '../connection.ts'
import { lapsed } from '../rows/counts.ts'
import { noteName } from '../rows/names.ts'
import { eachBeside, sideBySide } from '../side-by-side.ts'
import type { Work } from '../work.ts'
import { id, owing } from './attention-rows.ts'

/** A copy that owes an answer, by the number of its message. */
export type Debt = { readonly id: number; readonly agent: number; readonly rank: number }
/** Debts from here on, the one with this number and agent excluded. */
export type From = { readonly id: number; readonly agent: number }

/** In the words of the partial indexes, which serve no others. */
const columns = `${id} AS id, d.agent_id AS agent, d.rank`
const later = `${id} >= @id AND (${id}, d.agent_id) > (@id, @agent)`

/** One side of a debt: what is asked about, and the other party. */
type Side = { readonly own: string; readonly other: string; readonly lapsed: string }
export const debtor: Side = { own: 'agent_id', other: 'sender_id', lapsed: 'deliveries_lapsed_by' }
export const requester: Side = { own: 'sender_id', other: 'agent_id', lapsed: 'deliveries_lapsed_to' }

/** Of one pair the debts follow one another in an index. */
const pairOf = ({ own, other }: Side, party: string) =>
  `FROM deliveries d INDEXED BY deliveries_asked WHERE ${owing} AND d.${own} = @party AND d.${other} = ${party} AND ${later}`

const pairsSql = (side: Side) => `SELECT other, first, name_beside(x.other) AS name FROM (
  SELECT p.other, (SELECT ${id} ${pairOf(side, 'p.other')} ORDER BY ${id} LIMIT 1) AS first FROM (
    SELECT DISTINCT ${side.other} AS other FROM pressing WHERE ${side.own} = @party AND sender_id > 0 AND what IN (owing_only, owing_and_urgent) AND copies > 0) p) x
WHERE first IS NOT NULL ORDER BY first, other LIMIT @limit`
export const pairSql = (side: Side) =>
  `SELECT ${columns} ${pairOf(side, '@other')} AND ${id} <= @end ORDER BY ${id} LIMIT @limit`
export const lapsedSql = (side: Side) =>
  `SELECT ${columns} FROM deliveries d INDEXED BY ${side.lapsed} WHERE ${lapsed} AND d.${side.own} = @party AND ${later} ORDER BY ${id}, d.agent_id LIMIT @limit`

type Pair = { readonly other: number; readonly first: number; readonly name: string | null }

/** The oldest debts of a debtor or of a requester: its parties are walked, not its debts. */
function* oldestOf(
  connection: Connection,
  side: Side,
  party: number,
  from: From,
  limit: number,
): Work<readonly Debt[]> {
  const bindings = { party, ...from, limit }
  const [lapsed, pairs] = yield* eachBeside(
    connection,
    (at) => at.rows<Debt>(lapsedSql(side), bindings),
    (at) => at.rows<Pair>(pairsSql(side), bindings),
  )
  for (const { other, name } of pairs) if (name !== null) noteName(connection, other, name)
  // As many parties as debts are wanted, those that owe one message by their numbers: no other has one of the oldest.
  const end = pairs.length < limit ? Number.MAX_SAFE_INTEGER : (pairs.at(-1)?.first ?? 0)
  for (let each = Math.max(fewest, Math.ceil((2 * limit) / pairs.length)); ; each *= 4) {
    const { debts, upto } = yield* firstOfEach(connection, side, pairs, { ...bindings, end, limit: each })
    const known = debts.filter((debt) => debt.id <= upto)
    if (upto === end || known.length >= limit) return [...known, ...lapsed]
  }
}

/** Of each party a few debts are looked at first: nobody knows beforehand who has the oldest. */
const fewest = 4

/** The first debts of each pair, and up to which number none is left out. */
function* firstOfEach(
  connection: Connection,
  side: Side,
  pairs: readonly Pair[],
  bindings: { readonly party: number; readonly end: number; readonly limit: number },
): Work<{ readonly debts: readonly Debt[]; readonly upto: number }> {
  const sql = pairSql(side)
  const found = yield* sideBySide(connection, pairs, (at, { other }) =>
    at.rows<Debt>(sql, { ...bindings, other }),
  )
  const full = found.filter((debts) => debts.length === bindings.limit)
  const upto = Math.min(bindings.end, ...full.map((debts) => debts.at(-1)?.id ?? bindings.end))
  return { debts: found.flat(), upto }
}

/** The oldest debts of an agent, those to it, or both, each once. */
export function* oldestDebts(
  connection: Connection,
  { by, to }: { readonly by: number | null; readonly to: number | null },
  from: From,
  limit: number,
): Work<readonly Debt[]> {
  const sides = [
    ...(by === null ? [] : [{ side: debtor, party: by }]),
    ...(to === null ? [] : [{ side: requester, party: to }]),
  ]
  const each = yield* sideBySide(connection, sides, (at, { side, party }) =>
    oldestOf(at, side, party, from, limit),
  )
  const found = each.flat().sort((one, other) => one.id - other.id || one.agent - other.agent)
  return found
    .filter((debt, at) => found[at - 1]?.rank !== debt.rank || found[at - 1]?.agent !== debt.agent)
    .slice(0, limit)
}
