import { noticeKeyPrefix } from '../../../src/domain/dead-letter.ts'
import { boxes } from '../../../src/domain/delivery.ts'
import { idMask } from '../../../src/domain/priority.ts'

const closed = [boxes.indexOf('completed'), boxes.indexOf('archived')].join(', ')

/** The notice by its key is acknowledged, completed or archived. The key is an expression of SQL. */
export function noticeClosed(key: string): string {
  return `EXISTS(SELECT 1 FROM messages n CROSS JOIN deliveries c
  ON c.agent_id = @owner AND c.box IN (0, 1, 2, 3, 4, 5, 6, 7, 8) AND c.rank = n.rank
  WHERE n.sender_id = @system AND n.key = ${key} AND (c.ack_at IS NOT NULL OR c.box IN (${closed})))`
}

/** Dead letters of mail that @owner sent to others, as `d`, until it has dealt with the notice. */
export const undealtDead = `deliveries d INDEXED BY deliveries_dead WHERE d.box = 7 AND d.sender_id = @owner AND d.agent_id <> @owner
  AND NOT ${noticeClosed(`'${noticeKeyPrefix}' || (d.rank & ${idMask})`)}`
