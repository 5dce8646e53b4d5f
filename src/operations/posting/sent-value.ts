import type { Posted } from '../../../store/mail-store.ts'
import { shortId } from '../../domain/id.ts'
import type { SentValue } from '../mail/schema.ts'

export function sentValue(
  { id, thread, duplicate }: Posted,
  recipients: SentValue['recipients'],
  warnings: readonly string[],
): SentValue {
  return { id: shortId(id), thread: shortId(thread), recipients, duplicate, warnings }
}
