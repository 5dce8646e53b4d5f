import type { Safe } from '../../../domain/sanitize.ts'
import type { Overlay, State } from '../state.ts'
import { clustersOf, widthOf, wrap } from '../text/text.ts'
import { announce, isReady } from './announce.ts'
import { type FieldWords, fieldOf } from './field-words.ts'
import { offeredNames } from './overlay-words.ts'

export type Linear = {
  /** Speaks the changes since the last state. */
  tell(state: State): void
  /** Speaks the present place again, after another program had the terminal. */
  again(): void
}

/**
 * Writes what changes line by line, as a screen reader reads it: nothing is painted, nothing is taken back. The terminal
 * makes whole line ends of `\n`, as it does for every program.
 */
export function openLinear(write: (text: string) => void): Linear {
  let last: State | null = null
  let field: FieldWords | null = null
  let offered: Safe | null = null
  return {
    tell(state) {
      const next = isReady(state) ? fieldOf(state) : null
      if (next?.label !== field?.label) offered = null
      const { columns } = state.session.size
      // The terminal would break inside words.
      const lines = announce(last, state)
        .filter((line) => line !== offered)
        .flatMap((line) => wrap(line, columns))
      offered = offeredIn(state.overlay) ?? offered
      if (lines.length > 0) {
        const begin = field === null ? '' : '\n'
        write(
          `${begin}${lines.map((line) => `${line}\n`).join('')}${next === null ? '' : said(next, columns)}`,
        )
      } else write(typed(field, next, columns))
      last = state
      field = next
    },
    again() {
      last = null
      field = null
    },
  }
}

function offeredIn(overlay: Overlay): Safe | null {
  const candidates = overlay.type === 'form' ? overlay.form.candidates : null
  const names = candidates?.texts === undefined ? candidates?.names : undefined
  return names === undefined || names.length === 0 ? null : offeredNames(names)
}

function said({ label, text }: FieldWords, columns: number): string {
  return `${wrap(label, columns).join('\n')} ${text}`
}

/** Typed text is echoed as any line echoes it; text that cannot be echoed so is spoken again. */
function typed(before: FieldWords | null, after: FieldWords | null, columns: number): string {
  if (before === null || after === null)
    return before === after ? '' : after === null ? '\n' : said(after, columns)
  if (before.label !== after.label) return `\n${said(after, columns)}`
  if (after.text === before.text) return ''
  if (after.text.startsWith(before.text)) return after.text.slice(before.text.length)
  const gone = before.text.startsWith(after.text) ? before.text.slice(after.text.length) : '\n'
  if (gone.includes('\n')) return `\n${said(after, columns)}`
  return clustersOf(gone)
    .map((cluster) => '\b \b'.repeat(widthOf(cluster)))
    .join('')
}
