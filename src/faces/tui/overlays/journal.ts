import type { JournalValue } from '../../../values/log-schema.ts'
import { counted } from '../../present.ts'
import type { Effect } from '../effect.ts'
import type { JournalState } from '../model/overlay.ts'
import type { HasClock, HasOverlay, OnScreen } from '../state.ts'
import { type Step, say } from '../step.ts'
import { openThreadOf } from './palette/running.ts'

const load: Effect = { type: 'load-journal' }

export function openJournal<S extends HasOverlay>(state: S): Step<S> {
  return [{ ...state, overlay: { type: 'journal', changes: null, chosen: 0 } }, load]
}

export function journalLoaded<S extends HasOverlay>(state: S, changes: readonly JournalValue[]): Step<S> {
  const { overlay } = state
  if (overlay.type !== 'journal') return [state]
  const chosen = Math.min(overlay.chosen, Math.max(0, changes.length - 1))
  return [{ ...state, overlay: { ...overlay, changes, chosen } }]
}

/** After a change by this person. */
export function journalAgain<S extends HasOverlay>(state: S): Step<S> {
  return state.overlay.type === 'journal' ? [state, load] : [state]
}

export function moveJournal<S extends HasOverlay>(state: S, journal: JournalState, steps: number): Step<S> {
  const last = Math.max(0, (journal.changes?.length ?? 0) - 1)
  const chosen = Math.min(Math.max(journal.chosen + steps, 0), last)
  return [{ ...state, overlay: { ...journal, chosen } }]
}

/** Lists the thread of the chosen change's first message. */
export function openChange<S extends OnScreen & HasClock>(state: S): Step<S> {
  const [message] = chosenChange(state)?.messages ?? []
  return message === undefined ? say(state, 'This change is about no message.') : openThreadOf(state, message)
}

/** A change of more messages than this, or its undo, is asked about first. */
const mostUnasked = 20

export function isMany(count: number): boolean {
  return count > mostUnasked
}

/** Made before this screen was opened. */
export function isOlder({ at }: Pick<JournalValue, 'at'>, startedAt: number): boolean {
  return Date.parse(at) < startedAt
}

/** The undo of a large or old change is asked about first. */
export function isAskedFirst(entry: Pick<JournalValue, 'at' | 'count'>, startedAt: number): boolean {
  return isMany(entry.count) || isOlder(entry, startedAt)
}

/** `archiving 3 messages`. */
export function changePhrase({ doing, count, about }: JournalValue): string {
  const what = count === 0 ? (about ?? '') : counted(count, 'message')
  return what === '' ? doing : `${doing} ${what}`
}

/** The change that the keys of the journal are for. */
export function chosenChange({ overlay }: HasOverlay): JournalValue | undefined {
  return overlay.type === 'journal' ? overlay.changes?.[overlay.chosen] : undefined
}
