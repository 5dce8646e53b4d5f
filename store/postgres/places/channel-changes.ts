import { type ChannelStatus, isSubscribingMany, type Retention } from '../../../src/domain/channel.ts'
import { MailError } from '../../../src/domain/errors.ts'
import type { Connection } from '../database/connection.ts'
import { findAgentRow } from '../rows/agent-rows.ts'
import { type ChannelRow, patternsOf, pruneChannel, setPatterns } from '../rows/channel-rows.ts'

// Each answers whether anything changed.

export async function setStatus(
  connection: Connection,
  channel: number,
  status: ChannelStatus,
): Promise<boolean> {
  const sql = 'UPDATE channels SET status = ? WHERE id = ? AND status <> ?'
  return (await connection.statement(sql).run(status, channel, status)).changes > 0
}

export async function setRetention(
  connection: Connection,
  row: ChannelRow,
  { retainCount, retainHours }: Retention,
  at: number,
): Promise<boolean> {
  const sql =
    'UPDATE channels SET retain_count = ?, retain_hours = ? WHERE id = ? AND (retain_count IS DISTINCT FROM ? OR retain_hours IS DISTINCT FROM ?)'
  const kept = [retainCount, retainHours]
  if ((await connection.statement(sql).run(...kept, row.id, ...kept)).changes === 0) return false
  await pruneChannel(connection, { ...row, retain_count: retainCount, retain_hours: retainHours }, at)
  return true
}

export async function enlist(
  connection: Connection,
  channel: number,
  agent: string,
  at: number,
): Promise<boolean> {
  if (isSubscribingMany(agent))
    return setPatterns(connection, channel, [...(await patternsOf(connection, channel)), agent])
  const sql = 'INSERT INTO subscriptions(channel_id, agent_id, since) VALUES(?, ?, ?) ON CONFLICT DO NOTHING'
  return (
    (await connection.statement(sql).run(channel, await requireAgentId(connection, agent), at)).changes > 0
  )
}

export async function strike(connection: Connection, channel: number, agent: string): Promise<boolean> {
  const patterns = await patternsOf(connection, channel)
  if (patterns.includes(agent))
    return setPatterns(
      connection,
      channel,
      patterns.filter((one) => one !== agent),
    )
  const sql = 'DELETE FROM subscriptions WHERE channel_id = ? AND agent_id = ?'
  return (await connection.statement(sql).run(channel, await requireAgentId(connection, agent))).changes > 0
}

async function requireAgentId(connection: Connection, address: string): Promise<number> {
  const row = await findAgentRow(connection, address)
  if (row !== undefined) return row.id
  throw new MailError(
    'not-found',
    `There is no agent ${address}.`,
    'List the roster with `watchpost agents`.',
  )
}
