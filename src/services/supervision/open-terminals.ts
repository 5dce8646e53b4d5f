import { bareSubject } from '../../domain/message.ts'
import { presentFor } from '../../domain/presence.ts'
import type { PresenceValue } from '../../values/supervision-schema.ts'
import type { Context } from '../context.ts'
import { presenceValue } from './value.ts'

export async function openTerminals(context: Context): Promise<readonly PresenceValue[]> {
  const { store, processes, now } = context
  const here = await store.presence.list(now() - presentFor)
  // A killed terminal could not report that it closed.
  const ended = await Promise.all(here.map(async ({ id }) => processes?.hasEnded(id) ?? false))
  const open = here.filter((_, at) => !ended[at])
  const threads = [...new Set(open.map(({ thread }) => thread))]
  const subjects = await Promise.all(threads.map((thread) => subjectOf(context, thread)))
  return open.map((one) => presenceValue(one, subjects[threads.indexOf(one.thread)] ?? null))
}

/** The subject of a thread; `null` without a thread, and where its messages are gone. */
export async function subjectOf({ store }: Context, thread: number | null): Promise<string | null> {
  if (thread === null) return null
  const page = { limit: 1, after: null, bodies: false }
  const found = await store.messages.thread(thread, null, page).catch(() => null)
  const [first] = found?.rows ?? []
  return first === undefined ? null : bareSubject(first.message.subject)
}
