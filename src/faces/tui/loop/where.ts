import type { FormInput } from '../model/form.ts'
import type { Where } from '../model/pair.ts'
import { currentMessage } from '../panes/thread/thread.ts'
import type { HasOutbox, HasOverlay, OnScreen, Panes } from '../state.ts'

/** The thread that is open or being answered here; an answer counts until its send can no longer be taken back. */
export function whereOf(state: OnScreen & HasOutbox): Where {
  const acting = state.session.acting?.as ?? null
  const answered = answeredHere(state)
  if (answered !== null) return { thread: threadOf(state.panes, answered), replying: true, acting }
  const { focus, thread } = state.panes
  const read = focus === 'thread' && thread?.opened ? currentMessage(thread) : undefined
  return { thread: read?.thread ?? null, replying: false, acting }
}

/** The message being answered or handed off here, or answered within the grace. */
export function answeredHere({ outbox: { sending }, overlay }: HasOverlay & HasOutbox): string | null {
  if (overlay.type === 'reply') return overlay.message
  if (overlay.type === 'form') {
    const answered = answeredBy(overlay.form.operation, overlay.form.rest)
    if (answered !== null) return answered
  }
  const last = sending.findLast(({ operation, fields }) => answeredBy(operation, fields) !== null)
  return last === undefined ? null : answeredBy(last.operation, last.fields)
}

function answeredBy(operation: string, fields: FormInput): string | null {
  const message = operation === 'reply' ? fields.message : operation === 'handoff' ? fields.replyTo : null
  return typeof message === 'string' ? message : null
}

/** An unknown message is named instead of its thread; the reader can look it up. */
function threadOf({ thread, list }: Panes, id: string): string {
  const listed = list.rows.flatMap((row) => (row.type === 'mail' ? [row.message] : []))
  return [...(thread?.messages ?? []), ...listed].find((message) => message.id === id)?.thread ?? id
}
