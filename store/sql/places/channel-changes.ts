import { type ChannelStatus, isSubscribingMany, type Retention } from '../../../src/domain/channel.ts'
import { MailError } from '../../../src/domain/errors.ts'
import type { Connection, Tx } from '../connection.ts'
import { findAgentRow } from '../rows/agent-rows.ts'
import { type ChannelRow, patternsOf, setPatterns } from '../rows/channel-rows.ts'
import type { Work } from '../work.ts'

// Each answers whether anything changed.

export function* setStatus(tx: Tx, channel: number, status: ChannelStatus): Work<boolean> {
  const sql = 'UPDATE channels SET status = ? WHERE id = ? AND status <> ?'
  return (yield* tx.run(sql, status, channel, status)) > 0
}

export function* setRetention(
  tx: Tx,
  row: ChannelRow,
  { retainCount, retainHours }: Retention,
): Work<boolean> {
  const sql =
    'UPDATE channels SET retain_count = ?, retain_hours = ? WHERE id = ? AND (retain_count IS DISTINCT FROM ? OR retain_hours IS DISTINCT FROM ?)'
  const kept = [retainCount, retainHours]
  return (yield* tx.run(sql, ...kept, row.id, ...kept)) > 0
}

export function* enlist(tx: Tx, channel: number, agent: string, at: number): Work<boolean> {
  if (isSubscribingMany(agent))
    return yield* setPatterns(tx, channel, [...(yield* patternsOf(tx, channel)), agent])
  const sql = 'INSERT INTO subscriptions(channel_id, agent_id, since) VALUES(?, ?, ?) ON CONFLICT DO NOTHING'
  return (yield* tx.run(sql, channel, yield* requireAgentId(tx, agent), at)) > 0
}

export function* strike(tx: Tx, channel: number, agent: string): Work<boolean> {
  const patterns = yield* patternsOf(tx, channel)
  if (patterns.includes(agent)) {
    const rest = patterns.filter((one) => one !== agent)
    return yield* setPatterns(tx, channel, rest)
  }
  const sql = 'DELETE FROM subscriptions WHERE channel_id = ? AND agent_id = ?'
  return (yield* tx.run(sql, channel, yield* requireAgentId(tx, agent))) > 0
}

function* requireAgentId(connection: Connection, address: string): Work<number> {
  const row = yield* findAgentRow(connection, address)
  if (row !== undefined) return row.id
  throw new MailError(
    'not-found',
    `There is no agent ${address}.`,
    'List the roster with `watchpost agents`.',
  )
}
