import { priorities } from '../../../src/domain/priority.ts'
import type { Posted } from '../../mail-store.ts'
import { writtenRow } from '../../sql/rows/new-message.ts'
import type { Prepared } from '../../sql/rows/prepared.ts'
import { askedOf } from '../../sql/sending/looping.ts'
import { writtenColumns } from '../../sql/tables/messages.ts'
import { cellsOf } from '../../sql/tables/table.ts'
import { step, type Work } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'
import { deliverParameters, type OwnParameter, ownParameters } from '../schema/deliver.ts'

const deliverSql = `SELECT deliver(${deliverParameters.map(({ type }) => `?::${type}`).join(', ')})`

type Delivered =
  | null
  | readonly [
      id: number,
      thread: number,
      duplicate: boolean,
      repeat?: number | null,
      address?: string | null,
      isRead?: boolean | null,
    ]

/** `undefined` where the message may not go, or closes more than its sender's own copy. */
export function* deliverAtOnce(driver: Connection, prepared: Prepared): Work<Posted | undefined> {
  const row = (yield* step(() => driver.column(deliverSql).get(...valuesOf(prepared)))) as Delivered
  if (row === null) return undefined
  const [id, thread, duplicate, repeat = null, address, isRead] = row
  // Whether it is held back is found step by step.
  if (duplicate) return prepared.post.caps === undefined ? { id, thread, duplicate } : undefined
  const repeats =
    repeat === null ? undefined : { id: repeat, address: address ?? '', isRead: isRead ?? false }
  return { id, thread, duplicate: false, repeats }
}

function valuesOf(prepared: Prepared): readonly unknown[] {
  const { from, thread, priority, tier, recipients, selectors, expect, foreign, ...post } = prepared.post
  const held = selectors.length === 0 ? null : selectors
  const asked = askedOf(post)
  const isCapped = post.caps !== undefined
  const own: Readonly<Record<OwnParameter, unknown>> = {
    from_: from,
    thread_: thread,
    place: priorities.indexOf(priority) * 8 + tier,
    answered: post.answers ? post.replyTo : null,
    session_: post.origin?.session,
    addresses: recipients.map(({ address }) => address),
    vias: recipients.map(({ via }) => via),
    owing: recipients.map(({ owes }) => owes),
    ends: recipients.map(({ expiresAt }) => expiresAt),
    selectors: held?.map(({ selector }) => selector),
    selectors_end: held?.map(({ expiresAt }) => expiresAt),
    roster: expect.roster,
    newest_: expect.newest,
    endings_: expect.endings,
    room: expect.mostUnread,
    among: post.repeatsAmong,
    also_read: post.repeatsRead ?? false,
    format_: foreign?.format,
    foreign_id_: foreign?.id,
    since: isCapped ? asked.since : null,
    hour: asked.hour,
    half: asked.half,
    most: asked.most,
    sent_most: asked.sent,
  }
  return [...cellsOf(writtenColumns, writtenRow(prepared)), ...ownParameters.map((name) => own[name])]
}
