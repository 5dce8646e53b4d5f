import type { DebateRowValue } from '../../../../values/debates-schema.ts'
import { addressList } from '../../../present.ts'
import { marks } from '../../../present-glyphs.ts'
import { calmAge } from '../../text/calm-age.ts'
import { shortName } from '../../text/names.ts'

/** A row of the board of debates as it is read: texts, so that a clock that ticks draws only the rows that it changes. */
export type DebateCells = {
  readonly verdict: DebateRowValue['verdict']
  readonly topic: string
  readonly decision: string
  readonly participants: string
  readonly rounds: string
  readonly opened: string
  readonly last: string
}

export const verdictLooks = {
  deadlock: { mark: marks.pressing, word: 'deadlocked', look: 'urgent' },
  open: { mark: marks.inProgress, word: 'open', look: 'accent' },
  consensus: { mark: marks.done, word: 'decided', look: 'good' },
} as const

export function debateCells(debate: DebateRowValue, now: number): DebateCells {
  const { verdict, topic, decision, participants, rounds, openedAt, lastAt } = debate
  return {
    verdict,
    topic,
    decision: decision ?? '',
    participants: addressList(participants.map(shortName)),
    rounds: String(rounds),
    opened: calmAge(openedAt, now),
    last: calmAge(lastAt, now),
  }
}

/** The widths of the columns; a column without room is not there. */
export function debateColumns(width: number) {
  const marks = 5
  const numbers = { rounds: width >= 64 ? 7 : 0, opened: width >= 90 ? 8 : 0, last: 6 }
  const state = width >= 64 ? 11 : 0
  const rest = width - marks - state - numbers.rounds - numbers.opened - numbers.last
  const participants = width >= 90 ? Math.floor(rest * 0.3) : 0
  return { ...numbers, state, participants, topic: Math.max(8, rest - participants) }
}
