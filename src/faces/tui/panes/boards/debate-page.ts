import { evidenceLine, type Strength } from '../../../../domain/debates/evidence.ts'
import { sanitize, sanitizeLine } from '../../../../domain/sanitize.ts'
import type { ShownDebate } from '../../../../values/debates-schema.ts'
import { counted } from '../../../present.ts'
import { marks } from '../../../present-glyphs.ts'
import type { DebatePage } from '../../model/board.ts'
import type { HasClock, HasSession } from '../../state.ts'
import { calmAge } from '../../text/ages.ts'
import { fitLine, type Line, type Look, span, word } from '../../text/line.ts'
import { wrap } from '../../text/text.ts'
import { shortName } from '../../text/titles.ts'
import { besideWidth } from './table.ts'

type Case = ShownDebate['cases'][number]

const looks: Readonly<Record<Strength, Look>> = { strong: 'bold', moderate: 'plain', weak: 'dim' }
/** Narrower columns are no longer read side by side: the positions stand one below the other. */
const leastColumn = 36
const gap = 2
const mostItems = 50
const itemLimit = 2_048

export function debatePageLength(
  { session: { size }, clock }: HasSession & HasClock,
  page: DebatePage,
): number {
  return debateLines(page.debate, size.columns - besideWidth('debates', size.columns) - 4, clock.now).length
}

/** Where the debate stands and how it was ruled, then its positions beside each other, as far as there is room. */
export function debateLines(debate: ShownDebate | null, width: number, now: number): readonly Line[] {
  if (debate === null) return [[word('loading …', 'dim')]]
  // Who has said nothing needs no column.
  const silent = debate.cases.filter(({ stance, claim }) => stance === null && claim === null)
  const cases = debate.cases.filter((one) => !silent.includes(one))
  return [
    ...headLines(debate, width, now),
    ...wrap(
      sanitize(silent.length === 0 ? '' : `Silent: ${silent.map(({ who }) => who).join(', ')}`),
      width,
    ).flatMap((text): readonly Line[] => (silent.length === 0 ? [] : [[span(text, 'dim')]])),
    [],
    ...caseLines(cases, width),
  ]
}

function headLines(debate: ShownDebate, width: number, now: number): readonly Line[] {
  const { task, ruling, rounds, mostRounds, participants, openedAt, lastAt, consensus, agreement } = debate
  const facts = [
    ...(consensus ? [] : [`${Math.round(agreement * 100)}% agree`]),
    `round ${rounds}/${mostRounds}`,
    counted(participants.length, 'participant'),
    `opened ${calmAge(openedAt, now)}`,
    `last word ${calmAge(lastAt, now)}`,
    ...(task === null ? [] : [`task ${task}`]),
  ]
  return [
    stateLine(debate),
    ...wrap(sanitize(facts.join(' · ')), width).map((text): Line => [span(text, 'dim')]),
    ...(ruling === null ? [] : rulingLines(ruling, width, now)),
  ]
}

function stateLine({ consensus, forced, deadlock, deadlockReason }: ShownDebate): Line {
  if (consensus) return [word(`${marks.done} decided by ${forced ? 'a ruling' : 'consensus'}`, 'good')]
  if (!deadlock) return [word(`${marks.inProgress} open`, 'accent')]
  const why = deadlockReason === 'counters' ? 'counters without evidence' : 'too many rounds'
  return [word(`${marks.pressing} deadlocked: ${why}`, 'urgent')]
}

function rulingLines(
  { by, at, decision, rationale, informed }: NonNullable<ShownDebate['ruling']>,
  width: number,
  now: number,
): readonly Line[] {
  const fact = (label: string, text: string, look: Look): readonly Line[] =>
    wrap(sanitize(text), width - 11).map(
      (line, at): Line => [word((at === 0 ? label : '').padEnd(11), 'dim'), span(line, look)],
    )
  return [
    [],
    ...fact('Ruling', decision, 'bold'),
    ...(rationale === null ? [] : fact('Rationale', rationale, 'plain')),
    ...fact('By', `${by} · ${calmAge(at, now)}`, 'plain'),
    ...(informed.length === 0 ? [] : fact('Informed', informed.join(', '), 'plain')),
  ]
}

/** The number of positions side by side. */
function casesBeside(count: number, width: number): number {
  return Math.max(1, Math.min(count, Math.floor((width + gap) / (leastColumn + gap))))
}

function caseLines(cases: readonly Case[], width: number): readonly Line[] {
  const beside = casesBeside(cases.length, width)
  const column = Math.floor((width - gap * (beside - 1)) / beside)
  const lines: Line[] = []
  for (let at = 0; at < cases.length; at += beside) {
    const row = cases.slice(at, at + beside).map((one) => caseColumn(one, column))
    const height = Math.max(...row.map(({ length }) => length))
    if (at > 0) lines.push([])
    for (let line = 0; line < height; line += 1)
      lines.push(
        row.flatMap((one, place) => [
          ...(place === 0 ? [] : [word(' '.repeat(gap))]),
          ...fitLine(one[line] ?? [], column),
        ]),
      )
  }
  return lines
}

/** One position: who, what it claims, why, and what speaks for it with how strong that is. */
function caseColumn(
  { who, stance, claim, rationale, evidence, strength }: Case,
  width: number,
): readonly Line[] {
  const text = (words: string, look: Look, indent = 0): readonly Line[] =>
    wrap(sanitize(words.slice(0, itemLimit)), Math.max(1, width - indent)).map(
      (line): Line => [word(' '.repeat(indent)), span(line, look)],
    )
  const shown = evidence.slice(0, mostItems)
  const left = evidence.length - shown.length
  return [
    [
      span(sanitizeLine(width < 50 ? shortName(who) : who), 'section'),
      word(` · ${stance ?? 'silent'}`, 'dim'),
    ],
    [word('─'.repeat(width), 'frame')],
    ...(strength === null ? [] : [[word('case ', 'dim'), word(strength, looks[strength])]]),
    ...(claim === null ? [[word('No position yet.', 'dim')]] : text(claim, 'bold')),
    ...(rationale.length === 0 ? [] : [[], [word('Because', 'dim')]]),
    ...rationale.flatMap((why) => text(why, 'plain', 2)),
    ...(evidence.length === 0 ? [] : [[], [word('Evidence', 'dim')]]),
    ...shown.flatMap(({ item, strength: weight }) => [
      [word('  '), word(weight, looks[weight])],
      ...text(evidenceLine(item), 'plain', 4),
    ]),
    ...(left > 0 ? [[word(`  … ${left} more`, 'dim')]] : []),
  ]
}
