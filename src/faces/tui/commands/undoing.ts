import type { JournalValue } from '../../../values/log-schema.ts'
import { age } from '../../present.ts'
import { reversing, takeBack } from '../compose/sending.ts'
import { withKeys } from '../keymap.ts'
import { changePhrase, chosenChange, isAskedFirst, isOlder, openJournal } from '../overlays/journal.ts'
import { type Dialog, type HasClock, type HasSession, isCovered } from '../state.ts'
import { type Step, say } from '../step.ts'
import { confirm } from './ask.ts'
import type { Command } from './command.ts'

/** What takes changes back. */
export const undoing: readonly Command[] = [
  {
    name: 'undo',
    at: { everywhere: 'u' },
    help: 'undo',
    hint: (state) => (isCovered(state) ? undefined : 'undo'),
    rank: 13,
    operation: 'undo',
    writes: true,
    needs: 'changes',
    run: takeBack,
  },
  {
    name: 'redo',
    at: { everywhere: 'C-r' },
    help: 'redo',
    operation: 'redo',
    writes: true,
    needs: 'changes',
    run: (state) => [state, reversing(state, 'redo')],
  },
  {
    name: 'journal',
    at: { everywhere: 'g u' },
    help: 'journal of your changes',
    operation: 'journal',
    run: openJournal,
  },
]

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
    ? confirm(state, questionOf(state, entry), { effect })
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
  return confirm(state, questionOf(state, entry), { effect })
}

function questionOf(state: HasSession & HasClock, entry: JournalValue): string {
  const when = isOlder(entry, state.session.startedAt) ? `, ${age(entry.at, state.clock.now)} ago` : ''
  return `Undo ${changePhrase(entry)}${when}?`
}
