import { boxes } from '../../../src/domain/delivery.ts'
import type { ViewTally } from '../../view-store.ts'
import type { Connection } from '../connection.ts'
import { countUnread } from '../rows/counts.ts'
import type { Work } from '../work.ts'

type Counted = Omit<ViewTally, 'unread' | 'found'>

const upTo = (from: string) => `(SELECT count(*) FROM (SELECT 1 FROM ${from} LIMIT @most) x)`
const sql = `SELECT coalesce((SELECT o.owed FROM owed_answers o WHERE o.agent_id = @owner), 0) AS owed,
${upTo('drafts WHERE owner_id = @owner')} AS drafts,
${upTo(`deliveries WHERE agent_id = @owner AND box = ${boxes.indexOf('snoozed')} AND snoozed_until > @now`)} AS snoozed,
${upTo(`deliveries WHERE agent_id = @owner AND box = ${boxes.indexOf('dead')}`)} AS dead`
const nothing: Counted = { owed: 0, drafts: 0, snoozed: 0, dead: 0 }

/** The contents of an owner's boxes: counted as mail came, or by an index up to a limit. */
export function* tallyBoxes(
  connection: Connection,
  owner: number | undefined,
  now: number,
  most: number,
): Work<Omit<ViewTally, 'found'>> {
  const counted = yield* connection.row<Counted>(sql, { owner: owner ?? -1, now, most })
  return { ...(counted ?? nothing), unread: (yield* countUnread(connection, owner, now)).total }
}
