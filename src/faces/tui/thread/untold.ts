import { asHandoff, handoffBody } from '../../../domain/handoff.ts'
import type { FullMessageValue } from '../../../operations/values.ts'

/** What a protocol mail says, and what it lacks. */
export function fieldsOf({ fields, protocol }: FullMessageValue) {
  if (fields === null) return null
  const missing = protocol?.missing ?? []
  return missing.length === 0 ? fields : { ...fields, missing: missing.join(', ') }
}

/** The body, less what the handoff's own fields say already: only where it is exactly what they make. */
export function untold({ body, context, from, to }: FullMessageValue): string {
  const handoff = asHandoff(context ?? undefined)
  if (handoff === null) return body
  const notes = /\n\*\*Notes:\*\*\n([\s\S]*)$/u.exec(body)?.[1] ?? ''
  return handoffBody(from, to[0] ?? '', handoff, notes) === body ? notes : body
}
