import { sanitizeLine } from '../../../domain/sanitize.ts'
import type { JournalValue } from '../../../values/log-schema.ts'
import { counted } from '../../present.ts'
import { marks } from '../../present-glyphs.ts'
import type { JournalState } from '../model/overlay.ts'
import { boxWidth } from '../panes/layout.ts'
import type { HasClock, HasSession, Size } from '../state.ts'
import { calmAge } from '../text/ages.ts'
import { ends, fitLine, type Line, span, word } from '../text/line.ts'
import { shortRecipient } from '../text/titles.ts'
import { isOlder } from './journal.ts'

export function journalWidth({ columns }: Size): number {
  return boxWidth(columns, 130)
}

export function journalHeight({ rows }: Size): number {
  return Math.max(1, rows - 4)
}

export const journalTitle: Line = [word('Journal', 'section'), word(' · your changes, newest first', 'dim')]

/** The lines that are seen, the chosen one among them. */
export function journalSeen(state: HasSession & HasClock, journal: JournalState): readonly Line[] {
  const { size } = state.session
  const every = journalLines(state, journal)
  const height = journalHeight(size)
  const at = every.findIndex(({ entry }) => entry === journal.chosen)
  const top = Math.max(0, Math.min(at - Math.floor(height / 2), every.length - height))
  return every.slice(top, top + height).map(({ line }) => line)
}

type JournalLine = { readonly entry: number | null; readonly line: Line }

/** One line for each change, and a heading before those of earlier sessions. */
function journalLines(
  state: HasSession & HasClock,
  { changes, chosen }: JournalState,
): readonly JournalLine[] {
  if (changes === null) return [{ entry: null, line: [word('looking …', 'dim')] }]
  const width = journalWidth(state.session.size) - 4
  const older = changes.findIndex((entry) => isOlder(entry, state.session.startedAt))
  const lines = changes.map((entry, at) => ({
    entry: at,
    line: changeLine(entry, at === chosen, width, state.clock.now),
  }))
  const heading = (text: string): JournalLine => ({ entry: null, line: [word(text, 'dim')] })
  if (changes.length === 0) return [heading('You changed nothing.')]
  if (older < 0) return lines
  const none = older === 0 ? [heading('You changed nothing in this session.')] : lines.slice(0, older)
  return [...none, heading('Before this session'), ...lines.slice(older)]
}

function changeLine(entry: JournalValue, isChosen: boolean, width: number, now: number): Line {
  const { at, doing, count, about, subject, undone } = entry
  const narrow = width < 90
  const many = count === 0 ? '' : narrow ? String(count) : counted(count, 'message')
  const named = narrow ? shortRecipient(about ?? '') : (about ?? '')
  const left: Line = [
    word(isChosen ? `${marks.here} ` : '  ', 'accent'),
    ...fitLine([word(calmAge(at, now), 'dim')], 5),
    ...fitLine([word(doing, undone ? 'dim' : isChosen ? 'bold' : 'plain')], narrow ? 16 : 24),
    ...fitLine([word(many, 'dim')], narrow ? 4 : 14),
    ...fitLine([span(sanitizeLine(named), 'accent')], about === null && width < 60 ? 0 : narrow ? 12 : 18),
    span(sanitizeLine(`${about === null && width < 60 ? '' : ' '}${subject}`), undone ? 'dim' : 'plain'),
  ]
  return ends(left, [word(' '), word(...stateOf(entry, isChosen && !narrow))], width)
}

/** Whether undo reverses it; of the chosen change, why not. */
function stateOf({ undoable, undone, why }: JournalValue, isTold: boolean): Parameters<typeof word> {
  if (undone) return ['undone', 'dim']
  if (undoable) return ['undoable', 'good']
  return [isTold ? `final: ${why}` : 'final', 'warning']
}

/** An entry as it is spoken. */
export function changeWords(entry: JournalValue, now: number): readonly string[] {
  const { at, doing, count, about, subject, undone, undoable, why } = entry
  const state = undone ? 'undone' : undoable ? 'undoable' : `cannot be undone: ${why}`
  return [
    doing,
    count === 0 ? '' : counted(count, 'message'),
    about === null ? '' : about,
    subject,
    `${calmAge(at, now)} ago`,
    state,
  ]
}
