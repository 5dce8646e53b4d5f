import type { Assignment, Presence } from '../../../store/mail-store.ts'
import { shortId } from '../../domain/id.ts'
import type { AssignmentValue, PresenceValue } from '../../values/supervision-schema.ts'
import { iso } from '../values.ts'

export function presenceValue(
  { id, who, thread, replying, acting, seenAt }: Presence,
  subject: string | null,
): PresenceValue {
  return {
    terminal: id,
    who,
    thread: thread === null ? null : shortId(thread),
    subject,
    replying,
    acting,
    seenAt: iso(seenAt),
  }
}

export function assignmentValue({ thread, supervisor, by, at }: Assignment): AssignmentValue {
  return { thread: shortId(thread), supervisor, by, at: iso(at) }
}
