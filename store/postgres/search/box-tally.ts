import { boxes } from '../../../src/domain/delivery.ts'
import type { ViewTally } from '../../view-store.ts'
import type { Connection } from '../database/connection.ts'
import { countUnread } from '../rows/counts.ts'

const upTo = (from: string) => `(SELECT count(*) FROM (SELECT 1 FROM ${from} LIMIT @most) x)`
const sql = `SELECT coalesce((SELECT owed FROM debts WHERE agent_id = @owner), 0) AS owed,
${upTo('drafts WHERE owner_id = @owner')} AS drafts,
${upTo(`deliveries WHERE agent_id = @owner AND box = ${boxes.indexOf('snoozed')} AND snoozed_until > @now`)} AS snoozed,
${upTo(`deliveries WHERE agent_id = @owner AND box = ${boxes.indexOf('dead')}`)} AS dead`

/** What is in one's boxes: counted as it came, or by its index up to a limit. */
export async function tallyBoxes(
  connection: Connection,
  owner: number | undefined,
  now: number,
  most: number,
): Promise<Omit<ViewTally, 'found'>> {
  const counted = (await connection.statement(sql).get({ owner: owner ?? -1, now, most })) as Omit<
    ViewTally,
    'unread' | 'found'
  >
  return { ...counted, unread: (await countUnread(connection, owner, now)).total }
}
