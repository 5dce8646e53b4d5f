import { evidenceLine } from '../../../domain/debates/evidence.ts'
import { sanitizeLine } from '../../../domain/sanitize.ts'
import type {
  DebateLogValue,
  DebateValue,
  PositionValue,
  ShownDebate,
} from '../../../values/debates-schema.ts'
import type { Values } from '../../../values/schemas.ts'
import { addressList, age, counted } from '../../present.ts'
import { type Cell, cut, cutAll, type Printed, type Sheet, table } from '../sheet.ts'
import { type Fact, factLines } from './facts.ts'
import { more } from './print-mail.ts'

const listTopic = 1

export function printDebates({ debates, next }: Values['debates'], sheet: Sheet): Printed {
  if (debates.length === 0)
    return {
      lines: [],
      notes: ['No debates. To open one, run `watchpost send PEER --kind claim --statement TEXT`.'],
    }
  return { lines: rowsOf(debates, sheet), notes: more(next) }
}

export function printBlockers({ blockers, next }: Values['blockers'], sheet: Sheet): Printed {
  if (blockers.length === 0) return { lines: [], notes: ['No debate is deadlocked.', ...more(next)] }
  return { lines: rowsOf(blockers, sheet), notes: more(next) }
}

function rowsOf(debates: readonly DebateValue[], sheet: Sheet): readonly string[] {
  const rows = debates.map((debate): readonly Cell[] => [
    { text: debate.thread, colour: 'dim' },
    { text: sanitizeLine(debate.topic), colour: 'bold' },
    { text: debateState(debate), colour: debate.deadlock ? 'red' : debate.consensus ? 'green' : 'dim' },
    { text: counted(debate.rounds, 'round') },
    { text: sanitizeLine(addressList(debate.participants)), colour: 'dim' },
    { text: age(debate.lastAt, sheet.now), colour: 'dim' },
  ])
  return table(rows, sheet, listTopic)
}

export function printDebateBoard({ debates, counts, next }: Values['debateBoard'], sheet: Sheet): Printed {
  if (debates.length === 0) return { lines: [], notes: ['No debate is open.', ...more(next)] }
  const rows = debates.map((debate): readonly Cell[] => [
    { text: debate.thread, colour: 'dim' },
    { text: sanitizeLine(debate.topic), colour: 'bold' },
    {
      text:
        debate.verdict === 'consensus' ? `decided: ${sanitizeLine(debate.decision ?? '')}` : debate.verdict,
      colour: verdictColours[debate.verdict],
    },
    { text: counted(debate.rounds, 'round') },
    { text: sanitizeLine(addressList(debate.participants)), colour: 'dim' },
    { text: age(debate.lastAt, sheet.now), colour: 'dim' },
  ])
  const { deadlock, open, consensus } = counts
  return {
    lines: table(rows, sheet, listTopic),
    notes: [`${deadlock} deadlocked, ${open} open, ${consensus} decided lately.`, ...more(next)],
  }
}

const verdictColours = { deadlock: 'red', open: 'dim', consensus: 'green' } as const

export function debateState({ consensus, forced, deadlock, deadlockReason }: DebateValue): string {
  if (consensus) return forced ? 'decided' : 'consensus'
  if (deadlock) return deadlockReason === 'rounds' ? 'deadlock (rounds)' : 'deadlock (counters)'
  return 'open'
}

export function printDebate(debate: ShownDebate, sheet: Sheet): Printed {
  const stances = debate.participants.map((who) => `${who} ${debate.stances[who] ?? 'silent'}`)
  const state = `${debateState(debate)}, ${counted(debate.rounds, 'round')}, ${Math.round(debate.agreement * 100)}% agree`
  const answers =
    debate.standing === null || debate.allowed.length === 0
      ? 'nothing'
      : `${debate.allowed.join(', ')} (${debate.standing})`
  const { ruling } = debate
  const facts: readonly Fact[] = [
    ['Debate', `${debate.thread}  ${debate.topic}`],
    ['Task', debate.task ?? ''],
    ['State', state],
    ['Stances', stances.join(', ')],
    ['Escalates', debate.escalates.join(', ')],
    ['Allowed answers', answers],
    ['Ruling', ruling === null ? '' : `${ruling.decision} (${ruling.by})`],
    ['Rationale', ruling?.rationale ?? ''],
    ['Informed', ruling?.informed.join(', ') ?? ''],
  ]
  return {
    lines: [
      ...factLines(facts, { column: 14 }, sheet),
      ...debate.positions.flatMap((position) => ['', ...positionLines(position, sheet)]),
    ],
    notes: [],
  }
}

function positionLines(position: PositionValue, sheet: Sheet): readonly string[] {
  const { id, who, kind, at, statement, rationale, evidence, strength } = position
  const head = `${id}  ${sanitizeLine(who)} · ${kind}${kind === 'agree' || kind === 'concede' ? '' : ` · ${strength} evidence`} · ${age(at, sheet.now)}`
  const lines = [
    statement,
    ...rationale.map((why) => `because ${why}`),
    ...evidence.map((item) => `- ${evidenceLine(item)}`),
  ]
  return [
    sheet.ink('bold', cut(head, sheet.width, sheet)),
    ...cutAll(
      lines.map((line) => `  ${sanitizeLine(line)}`),
      sheet,
    ),
  ]
}

export function printDebateLog({ positions, file }: DebateLogValue, sheet: Sheet): Printed {
  if (file !== null)
    return { lines: [sanitizeLine(file)], notes: [`Wrote ${counted(positions.length, 'message')}.`] }
  if (positions.length === 0) return { lines: [], notes: ['There are no debates yet.'] }
  const blocks = positions.map((position) => positionLines(position, sheet))
  return { lines: blocks.flatMap((block, at) => (at === 0 ? block : ['', ...block])), notes: [] }
}

export function printDecisions({ decisions, next }: Values['decisions'], sheet: Sheet): Printed {
  if (decisions.length === 0) return { lines: [], notes: ['There are no decisions yet.'] }
  const rows = decisions.map((one): readonly Cell[] => [
    { text: one.thread, colour: 'dim' },
    { text: sanitizeLine(one.task) },
    { text: sanitizeLine(one.decision), colour: 'bold' },
    { text: one.forcedBy === null ? counted(one.rounds, 'round') : `by ${sanitizeLine(one.forcedBy)}` },
    { text: sanitizeLine(addressList(one.participants)), colour: 'dim' },
    { text: age(one.decidedAt, sheet.now), colour: 'dim' },
  ])
  return { lines: table(rows, sheet, 2), notes: more(next) }
}

export function printHealth(health: Values['debateHealth'], sheet: Sheet): Printed {
  const { debates, open, deadlocked, decided, rounds, counterRatio, consensusRate, blockers, warnings } =
    health
  const lines = [
    `${counted(debates, 'debate')}: ${open} open, ${deadlocked} deadlocked, ${decided} decided (${Math.round(consensusRate * 100)}%)`,
    `${counted(rounds, 'round')}, ${counterRatio.toFixed(1)} counters per claim`,
  ]
  return {
    lines: [...cutAll(lines, sheet), ...rowsOf(blockers, sheet)],
    notes: warnings.length === 0 ? ['No problems found.'] : warnings,
  }
}
