import { evidenceLine } from '../../../domain/debates/evidence.ts'
import { fencedMail } from '../../../domain/prompt/fence.ts'
import type { DebateLogValue, PositionValue, ShownDebate } from '../../../values/debates-schema.ts'
import { counted } from '../../present.ts'
import type { Printed } from '../sheet.ts'
import { type FencedSheet, printed } from './fenced-sheet.ts'
import { debateState } from './print-debates.ts'

export function printFencedDebate(debate: ShownDebate, sheet: FencedSheet): Printed {
  const { fence } = sheet
  const { thread, topic, task, rounds, agreement, participants, stances, escalates, standing, allowed } =
    debate
  const state = [
    `debate ${thread}`,
    debateState(debate),
    counted(rounds, 'round'),
    `${Math.round(agreement * 100)}% agree`,
    ...(task === null ? [] : [`task ${fence.word(task)}`]),
    ...(escalates.length === 0 ? [] : [`escalates ${escalates.map(fence.word).join(', ')}`]),
  ]
  const stanceOf = (who: string) => `${fence.word(who)} ${stances[who] ?? 'silent'}`
  const answers =
    standing === null || allowed.length === 0 ? 'nothing' : `${allowed.join(', ')} (${standing})`
  const head = [
    fence.own(state.join('; ')),
    `### ${fence.line(topic, 120)}`,
    fence.own(`stances: ${participants.map(stanceOf).join(', ')}`),
    fence.own(`allowed answers: ${answers}`),
  ]
  return printed([...head, ...debate.positions.map((position) => positionText(position, sheet))], sheet)
}

export function printFencedDebateLog({ positions, file }: DebateLogValue, sheet: FencedSheet): Printed {
  if (file !== null)
    return { lines: [sheet.fence.line(file)], notes: [`Wrote ${counted(positions.length, 'message')}.`] }
  const notes = positions.length === 0 ? ['No debates yet.'] : []
  return printed(
    positions.map((position) => positionText(position, sheet)),
    sheet,
    notes,
  )
}

function positionText(position: PositionValue, { fence, now }: FencedSheet): string {
  const { id, who, kind, at, statement, rationale, evidence, strength } = position
  const weighs = kind !== 'agree' && kind !== 'concede'
  const parts = [
    { name: 'because', items: rationale },
    { name: 'evidence', items: evidence.map(evidenceLine) },
  ]
  return fencedMail(
    {
      noun: 'position',
      id,
      from: who,
      traits: weighs ? [kind, `${strength} evidence`] : [kind],
      sentAt: Date.parse(at),
      facts: [],
      title: '',
      body: statement,
      parts: parts.filter(({ items }) => items.length > 0),
      closing: [],
    },
    fence,
    now,
  )
}
