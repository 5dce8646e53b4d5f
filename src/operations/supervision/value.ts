import type { Assignment, Presence } from '../../../store/mail-store.ts'
import { shortId } from '../../domain/id.ts'
import { iso } from '../values.ts'

export type PresenceValue = {
  readonly terminal: string
  readonly who: string
  /** The thread that is open there. */
  readonly thread: string | null
  readonly replying: boolean
  readonly seenAt: string
}

export type AssignmentValue = {
  readonly thread: string
  readonly supervisor: string
  /** Who handed it over, and when. */
  readonly by: string
  readonly at: string
}

export function presenceValue({ id, who, thread, replying, seenAt }: Presence): PresenceValue {
  return {
    terminal: id,
    who,
    thread: thread === null ? null : shortId(thread),
    replying,
    seenAt: iso(seenAt),
  }
}

export function assignmentValue({ thread, supervisor, by, at }: Assignment): AssignmentValue {
  return { thread: shortId(thread), supervisor, by, at: iso(at) }
}
