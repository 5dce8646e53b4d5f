import type { StoreRecord } from '../../../store/mail-store.ts'
import type { MailEvent, Receipt } from '../../domain/event.ts'
import { shortId } from '../../domain/id.ts'
import type { JsonObject } from '../../domain/json.ts'
import { iso } from '../../domain/moment.ts'
import type { EventValue, ReceiptValue, RecordValue } from '../../values/log-schema.ts'

export function eventValue(event: MailEvent): EventValue {
  const { seq, at, actor, principal, owner, what, message, detail } = event
  return {
    seq,
    at: iso(at),
    actor: principal ?? actor,
    from: actor,
    what,
    message: shortId(message),
    owner,
    detail: detailOf(what, detail),
  }
}

export function recordValue(record: StoreRecord): RecordValue {
  const { cursor, change, at, actor, principal, session, command, what } = record
  const { message, owner, about, detail } = record
  return {
    cursor,
    change,
    at: iso(at),
    actor: principal ?? actor,
    from: actor,
    session,
    command,
    what,
    message: message === null ? null : shortId(message),
    owner,
    about,
    detail: detailOf(what, detail),
  }
}

/** Details that the log keeps as the numbers of messages. */
const messageDetails: Readonly<Partial<Record<StoreRecord['what'], string>>> = {
  answered: 'by',
  told: 'upto',
}

/** Numbers of messages become ids; older events keep the end of a snooze in milliseconds. */
function detailOf(what: StoreRecord['what'], detail: JsonObject | null): JsonObject | null {
  const key = messageDetails[what]
  const message = key === undefined ? undefined : detail?.[key]
  if (key !== undefined && typeof message === 'number') return { ...detail, [key]: shortId(message) }
  const until = detail?.['until']
  return typeof until === 'number' ? { ...detail, until: iso(until) } : detail
}

export function receiptValue(receipt: Receipt): ReceiptValue {
  const { address, principal, stored, offered, shown, rung, waiting } = receipt
  const { retracted, acknowledged, answered, outcome } = receipt
  return {
    address,
    actor: principal ?? undefined,
    stored: iso(stored),
    offered: iso(offered),
    shown: shown && { at: iso(shown.at), session: shown.session, command: shown.command },
    rung: rung && { ...rung, at: iso(rung.at) },
    waiting: waiting && { ...waiting, next: iso(waiting.next) },
    retracted: iso(retracted),
    acknowledged: iso(acknowledged),
    answered: iso(answered),
    outcome: outcome?.state ?? null,
    by: outcome?.by ?? null,
    reason: outcome?.reason ?? null,
    ended: iso(outcome?.at ?? null),
  }
}
