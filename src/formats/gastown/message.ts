import type { JsonObject } from '../../domain/json.ts'
import { metaOf, restored } from '../exact.ts'
import {
  given,
  isoUtc,
  optionalText,
  optionalTime,
  requiredName,
  requiredText,
  requiredTime,
  texts,
} from '../fields.ts'
import type { Found } from '../format.ts'
import { emptyParcel, type Parcel, type ParcelCopy, unreadCopy } from '../parcel.ts'
import { requireQueue, requireTarget } from './target.ts'
import { addressOf, kindOf, placeIn, priorityOf, titleOf, typeOf } from './words.ts'

/** One message of `gt mail inbox --json`. @throws UnreadableError */
export function readMail(record: JsonObject, where: string): readonly Found[] {
  const queue = optionalText(record, 'queue')
  const channel = optionalText(record, 'channel')
  const direct = (optionalText(record, 'to') ?? '').trim()
  const to = requireTarget({ queue, channel, direct })
  if (optionalText(record, 'claimed_by') !== null) requireQueue(queue)
  const parcel: Parcel = {
    ...emptyParcel,
    id: requiredName(record, 'id'),
    from: addressOf(requiredName(record, 'from')),
    to: [to],
    cc: texts(record, 'cc').map(addressOf),
    kind: kindOf(optionalText(record, 'type')),
    priority: priorityOf(given(record, 'priority')),
    subject: requiredText(record, 'subject'),
    body: optionalText(record, 'body') ?? '',
    sentAt: requiredTime(record, 'timestamp'),
    replyTo: optionalText(record, 'reply_to'),
    thread: optionalText(record, 'thread_id'),
    copies: channel !== null ? [] : [copyOf(record, to)],
  }
  const meta = metaOf('gastown', recordOf(parcel), record)
  return [{ type: 'parcel', where, parcel: { ...parcel, meta: { ...meta, shape: 'mail' } } }]
}

function copyOf(record: JsonObject, owner: string): ParcelCopy {
  const claimedBy = optionalText(record, 'claimed_by')
  const acked = optionalText(record, 'delivery_state') === 'acked'
  return {
    ...unreadCopy,
    owner,
    status: given(record, 'read') === true ? 'read' : 'unread',
    acknowledgedAt: acked ? optionalTime(record, 'delivery_acked_at') : null,
    claimedBy: claimedBy === null ? null : addressOf(claimedBy),
    // Only items of queues are claimed.
    claimedAt: claimedBy === null ? null : optionalTime(record, 'claimed_at'),
  }
}

export function printMail(parcel: Parcel): JsonObject {
  return restored('gastown', recordOf(parcel), parcel.meta)
}

function recordOf(parcel: Parcel): JsonObject {
  const { to, cc, copies, sentAt, replyTo, thread } = parcel
  const [queue, channel] = [placeIn(to, 'queue'), placeIn(to, 'channel')]
  const [main, ...others] = queue === null && channel === null ? to : ['']
  const copied = [...others, ...cc]
  const copy =
    copies.find(({ claimedBy }) => claimedBy !== null) ??
    copies.find(({ owner }) => owner === main) ??
    copies[0]
  const seen =
    copies.length > 0 && copies.every(({ status, claimedBy }) => claimedBy === null && status !== 'unread')
  const acked = copy?.acknowledgedAt ?? null
  return {
    id: parcel.id,
    from: parcel.from,
    to: main ?? '',
    subject: titleOf(parcel),
    body: parcel.body,
    timestamp: isoUtc(sentAt),
    read: seen,
    priority: parcel.priority,
    type: typeOf(parcel.kind),
    ...(thread === null ? {} : { thread_id: thread }),
    ...(replyTo === null ? {} : { reply_to: replyTo }),
    ...(copied.length === 0 ? {} : { cc: copied }),
    ...(queue === null ? {} : { queue }),
    ...(channel === null ? {} : { channel }),
    ...(queue === null || copy?.claimedBy == null ? {} : { claimed_by: copy.claimedBy }),
    ...(queue === null || copy?.claimedAt == null ? {} : { claimed_at: isoUtc(copy.claimedAt) }),
    ...(acked === null
      ? {}
      : { delivery_state: 'acked', delivery_acked_by: copy?.owner ?? '', delivery_acked_at: isoUtc(acked) }),
  }
}
