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

/** The rows of changes: their heads stand above them. */
export function journalHeight({ rows }: Size): number {
  return Math.max(1, rows - 5)
}

export const journalTitle: Line = [word('Journal', 'section'), word(' · your changes, newest first', 'dim')]

/** The lines that are seen, the chosen one among them. */
export function journalSeen(state: HasSession & HasClock, journal: JournalState): readonly Line[] {
  const { size } = state.session
  const every = journalLines(state, journal)
  const height = journalHeight(size)
  const at = every.findIndex(({ entry }) => entry === journal.chosen)
  const top = Math.max(0, Math.min(at - Math.floor(height / 2), every.length - height))
  const shown = every.slice(top, top + height).map(({ line }) => line)
  return journal.changes?.length ? [headLine(journalWidth(size) - 4), ...shown] : shown
}

/** Why the chosen change cannot be undone. */
export function journalReason({ changes, chosen }: JournalState): Line {
  const entry = changes?.[chosen]
  if (entry === undefined || entry.undone || entry.undoable || entry.why === null) return []
  return [word(`final: ${entry.why}`, 'dim')]
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

/** The widths of the columns; a narrow journal does not count messages, and has whom or what it was about where there is no subject. */
function widthsOf(width: number) {
  if (width < 60) return { age: 5, change: 15, count: 0, about: 0 }
  return { age: 5, change: width < 90 ? 18 : 24, count: 10, about: width < 90 ? 14 : 22 }
}

function headLine(width: number): Line {
  const { age, change, count, about } = widthsOf(width)
  const heads = [
    ['', 2],
    ['age', age],
    ['change', change],
    ['messages', count],
    ['about', about],
  ] as const
  const left = heads.flatMap(([head, wide]) => fitLine([word(head, 'dim')], wide))
  return ends([...left, word('subject', 'dim')], [word('undo', 'dim')], width)
}

function changeLine(entry: JournalValue, isChosen: boolean, width: number, now: number): Line {
  const { at, doing, count, about, subject, undone } = entry
  const widths = widthsOf(width)
  const named = shortRecipient(about ?? '')
  const isAlone = widths.about === 0 && subject === ''
  const left: Line = [
    word(isChosen ? `${marks.here} ` : '  ', 'accent'),
    ...fitLine([word(calmAge(at, now), 'dim')], widths.age),
    ...columnOf([word(doing, undone ? 'dim' : isChosen ? 'bold' : 'plain')], widths.change),
    ...columnOf([word(count === 0 ? '' : String(count), 'dim')], widths.count),
    ...columnOf([span(sanitizeLine(named), 'person')], widths.about),
    span(sanitizeLine(isAlone ? named : subject), undone ? 'dim' : 'plain'),
  ]
  return ends(left, [word(' '), word(...stateOf(entry))], width)
}

/** A blank stands behind each cell. */
function columnOf(line: Line, width: number): Line {
  return width === 0 ? [] : [...fitLine(line, width - 1), word(' ')]
}

/** Whether undo reverses it. */
function stateOf({ undoable, undone }: JournalValue): Parameters<typeof word> {
  if (undone) return ['undone', 'dim']
  return undoable ? ['undoable', 'good'] : ['final', 'dim']
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
