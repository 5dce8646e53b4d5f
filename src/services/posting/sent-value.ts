import type { Posted } from '../../../store/mail-store.ts'
import { shortId } from '../../domain/id.ts'
import type { SentValue } from '../../values/mail-schema.ts'

export function sentValue(
  { id, thread, duplicate }: Posted,
  recipients: SentValue['recipients'],
  warnings: readonly string[],
  absent: readonly string[] = [],
): SentValue {
  const sent = { id: shortId(id), thread: shortId(thread), recipients, duplicate, warnings }
  return absent.length === 0 ? sent : { ...sent, absent }
}
