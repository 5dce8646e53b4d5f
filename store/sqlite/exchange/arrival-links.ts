import type { Arrival } from '../../mail-store.ts'
import type { Parent } from '../../sql/exchange/arrival-links.ts'
import * as work from '../../sql/exchange/arrival-links.ts'
import { atOnce } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'
import { shared } from '../engine/shared.ts'

// The shared work, for the files of this engine that are not written as work yet.

export function parentOf(
  connection: Connection,
  format: string,
  links: Pick<Arrival, 'replyTo'>,
): Parent | null {
  return atOnce(work.parentOf(shared(connection), format, links))
}

export function threadOf(connection: Connection, format: string, name: string | null): number | null {
  return atOnce(work.threadOf(shared(connection), format, name))
}
