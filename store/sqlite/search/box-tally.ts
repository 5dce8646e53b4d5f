import { boxes } from '../../../src/domain/delivery.ts'
import type { ViewTally } from '../../view-store.ts'
import type { Connection } from '../database/connection.ts'
import { tallied } from '../rows/counted.ts'
import { countUnread } from '../rows/counts.ts'

const upTo = (from: string) => `(SELECT count(*) FROM (SELECT 1 FROM ${from} LIMIT @most + 0))`
const sql = `SELECT ifnull((SELECT copies FROM tallies WHERE agent_id = @owner AND what = ${tallied.owed}), 0) AS owed,
${upTo('drafts WHERE owner_id = @owner')} AS drafts,
${upTo(`deliveries WHERE agent_id = @owner AND box = ${boxes.indexOf('snoozed')} AND snoozed_until > @now`)} AS snoozed,
${upTo(`deliveries WHERE agent_id = @owner AND box = ${boxes.indexOf('dead')}`)} AS dead`

/** The contents of an owner's boxes: counted as mail came, or by an index up to a limit. */
export function tallyBoxes(
  connection: Connection,
  owner: number | undefined,
  now: number,
  most: number,
): Omit<ViewTally, 'found'> {
  const counted = connection.statement(sql).get({ owner: owner ?? -1, now, most }) as Omit<
    ViewTally,
    'unread' | 'found'
  >
  return { ...counted, unread: countUnread(connection, owner, now).total }
}
