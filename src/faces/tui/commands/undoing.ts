import type { JournalValue } from '../../../values/log-schema.ts'
import { age } from '../../present.ts'
import { reversing } from '../compose/sending.ts'
import { withKeys } from '../keymap.ts'
import { changePhrase, chosenChange, isAskedFirst, isOlder } from '../overlays/journal/journal.ts'
import type { Dialog, HasClock, HasSession } from '../state.ts'
import { type Step, say } from '../step.ts'
import { confirm } from './ask.ts'

/** Undoes the chosen change, whatever came after it. */
export function undoChange<S extends Dialog & HasClock>(state: S): Step<S> {
  const entry = chosenChange(state)
  if (entry === undefined) return [state]
  const { change, undoable, undone, why } = entry
  if (undone) return say(state, withKeys(state.session.keymap, 'Already undone: {redo} redoes it.'))
  if (change === null || !undoable)
    return say(state, `Cannot undo ${changePhrase(entry)}: ${why}.`, 'problem')
  const effect = reversing(state, 'undo', change)
  return isAskedFirst(entry, state.session.startedAt)
    ? confirm(state, questionOf(state, entry), { effect, acting: false })
    : [state, effect]
}

/** Nothing was undone yet: the change cannot be, or it is large or old. */
export function undoFound<S extends Dialog & HasClock>(state: S, entry: JournalValue): Step<S> {
  const { change, undoable } = entry
  if (change === null || !undoable) {
    const text = `The last change, ${entry.doing}, cannot be undone; {journal} shows the journal.`
    return say(state, withKeys(state.session.keymap, text), 'problem')
  }
  const effect = reversing(state, 'undo', change)
  return confirm(state, questionOf(state, entry), { effect, acting: false })
}

function questionOf(state: HasSession & HasClock, entry: JournalValue): string {
  const when = isOlder(entry, state.session.startedAt) ? `, ${age(entry.at, state.clock.now)} ago` : ''
  return `Undo ${changePhrase(entry)}${when}?`
}
