import type { Posted } from '../../../store/mail-store.ts'
import { shortId } from '../../domain/id.ts'

export type SentValue = {
  readonly id: string
  readonly thread: string
  readonly recipients: readonly {
    readonly address: string
    readonly state: 'delivered' | 'held' | 'queued' | 'posted' | 'remote'
  }[]
  readonly duplicate: boolean
  readonly warnings: readonly string[]
}

export function sentValue(
  { id, thread, duplicate }: Posted,
  recipients: SentValue['recipients'],
  warnings: readonly string[],
): SentValue {
  return { id: shortId(id), thread: shortId(thread), recipients, duplicate, warnings }
}
