import { lastingWays } from '../../../src/domain/lost-ways.ts'
import { orderedWays } from '../../../src/domain/ways.ts'
import type { Tx } from '../connection.ts'
import type { CopyRow } from '../tables/deliveries.ts'
import type { Work } from '../work.ts'
import { wayCells, waysOfRow } from './way-rows.ts'

const setSql =
  'UPDATE deliveries SET via = @via, also_via = @also_via WHERE agent_id = @agent AND box = @box AND rank = @rank'

/** Gives a copy these ways. What it is stays as it is. */
export function* setWays(tx: Tx, row: CopyRow, ways: readonly string[]): Work<CopyRow> {
  const cells = wayCells(orderedWays(ways))
  if (cells.via === row.via && cells.also_via === row.also_via) return row
  const { agent_id: agent, box, rank } = row
  yield* tx.run(setSql, { ...cells, agent, box, rank })
  return { ...row, ...cells }
}

const lengthenSql =
  'UPDATE deliveries SET expires_at = @ends WHERE agent_id = @agent AND box = @box AND rank = @rank'

const renewSql =
  'UPDATE deliveries SET via = @via, also_via = @also_via, expires_at = @ends WHERE agent_id = @agent AND box = @box AND rank = @rank'

/** Of a copy that came back by a way: that one, beside those that were never lost. Its other ways come back by themselves. */
export function* renewWays(tx: Tx, row: CopyRow, way: string, ends: number | null): Work<void> {
  const { agent_id: agent, box, rank } = row
  const cells = wayCells(orderedWays([...lastingWays(waysOfRow(row)), way]))
  yield* tx.run(renewSql, { ...cells, ends, agent, box, rank })
}

/** Adds a way, which lasts until `ends`. The copy lasts as long as the way that lasts longest. */
export function* addWay(tx: Tx, row: CopyRow, way: string, ends: number | null): Work<CopyRow> {
  const ways = waysOfRow(row)
  if (ways.includes(way)) return row
  const more = yield* setWays(tx, row, [...ways, way])
  const isLonger = row.ends_at !== null && (ends === null || ends > row.ends_at)
  if (!isLonger) return more
  yield* tx.run(lengthenSql, { ends, agent: row.agent_id, box: row.box, rank: row.rank })
  return { ...more, ends_at: ends }
}
