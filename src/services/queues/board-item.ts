import type { BoardItem } from '../../../store/mail-store.ts'
import { shortId } from '../../domain/id.ts'
import { titleOf } from '../../domain/message.ts'
import type { QueueItemValue } from '../../values/queues-schema.ts'
import { iso } from '../values.ts'

/** An item in one line. */
export function boardItem({ queue, letter: { message, delivery } }: BoardItem): QueueItemValue {
  const { heldBy = null, heldUntil = null } = delivery ?? {}
  return {
    queue,
    id: shortId(message.id),
    title: titleOf(message),
    from: message.from,
    priority: message.priority,
    sentAt: iso(message.sentAt),
    attempts: delivery?.attempts ?? 0,
    heldBy,
    heldUntil: heldUntil === null ? null : iso(heldUntil),
    deadReason: delivery?.deadReason ?? null,
  }
}
