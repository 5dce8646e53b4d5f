import { disarm } from '../../domain/prompt/disarm.ts'
import { sanitize, sanitizeLine } from '../../domain/sanitize.ts'
import { errorValue } from './exit.ts'
import { writeNote } from './output.ts'

/** Prints notes for people. */
export function say(notes: readonly string[]): void {
  writeNote(notes.map((note) => `${sanitizeLine(note)}\n`).join(''))
}

/** After `claim | head` the lease is gone, which is easily missed. */
export function sayClosed(
  { closedEarly }: { readonly closedEarly?: string },
  { quiet }: { readonly quiet: boolean },
): void {
  if (closedEarly !== undefined && !quiet) say([closedEarly])
}

/**
 * An error as text: a sentence, then what to do. Our own faults include their trace. The actor may not be known yet, so
 * others' text is disarmed for everybody.
 */
export function sayError(failure: unknown): void {
  const { error } = errorValue(failure)
  const lines = [`watchpost: ${disarm(sanitizeLine(error.message))}`]
  if (error.hint !== '') lines.push(`  ${disarm(sanitizeLine(error.hint))}`)
  if (error.code === 'internal' && failure instanceof Error) lines.push(sanitize(failure.stack ?? ''))
  writeNote(`${lines.join('\n')}\n`)
}
