import type { MailEvent, Receipt } from '../../domain/event.ts'
import { shortId } from '../../domain/id.ts'
import type { JsonObject } from '../../domain/json.ts'
import { iso } from '../../domain/moment.ts'
import type { OutcomeState } from '../../domain/outcome.ts'

export type EventValue = {
  readonly seq: number
  readonly at: string
  /** Who did it; `from` on whose behalf, the same unless somebody acted for another. */
  readonly actor: string
  readonly from: string
  readonly what: MailEvent['what']
  readonly message: string
  readonly owner: string
  readonly detail: JsonObject | null
}

export type ReceiptValue = {
  readonly address: string
  /** Who really acted on the copy, where that is not the recipient. */
  readonly actor?: string | undefined
  readonly stored: string
  readonly offered: string | null
  readonly shown: {
    readonly at: string
    readonly session: string | null
    readonly command: string | null
  } | null
  readonly acknowledged: string | null
  readonly answered: string | null
  /** What became of it; `null` for a copy that was handed on. `by`, `reason` and `ended` say who ended it. */
  readonly outcome: OutcomeState | null
  readonly by: string | null
  readonly reason: string | null
  readonly ended: string | null
}

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

/** Details that the log keeps as the numbers of messages. */
const messageDetails: Readonly<Partial<Record<MailEvent['what'], string>>> = { answered: 'by', told: 'upto' }

/** Numbers of messages become ids; older events keep the end of a snooze in milliseconds. */
function detailOf(what: MailEvent['what'], detail: JsonObject | null): JsonObject | null {
  const key = messageDetails[what]
  const message = key === undefined ? undefined : detail?.[key]
  if (key !== undefined && typeof message === 'number') return { ...detail, [key]: shortId(message) }
  const until = detail?.['until']
  return typeof until === 'number' ? { ...detail, until: iso(until) } : detail
}

export function receiptValue(receipt: Receipt): ReceiptValue {
  const { address, principal, stored, offered, shown, acknowledged, answered, outcome } = receipt
  return {
    address,
    actor: principal ?? undefined,
    stored: iso(stored),
    offered: iso(offered),
    shown: shown && { at: iso(shown.at), session: shown.session, command: shown.command },
    acknowledged: iso(acknowledged),
    answered: iso(answered),
    outcome: outcome?.state ?? null,
    by: outcome?.by ?? null,
    reason: outcome?.reason ?? null,
    ended: iso(outcome?.at ?? null),
  }
}
