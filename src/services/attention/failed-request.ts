import type { FailedRequest } from '../../../store/mail-store.ts'
import type { AttentionRow } from '../../values/attention-schema.ts'
import { iso, messageValue } from '../values.ts'
import { attentionRow } from './value.ts'

/** The requester decides: ask again, ask somebody else, or acknowledge the notice. */
export function failedRow({ letter, failure }: FailedRequest): AttentionRow {
  const message = messageValue(letter)
  return attentionRow({
    message,
    agent: failure.owner,
    why: 'request-failed',
    reason: failure.reason === null ? 'failed' : `failed: ${failure.reason}`,
    since: iso(failure.at),
    command: `watchpost redeliver ${message.id}`,
  })
}
