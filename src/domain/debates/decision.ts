import { isJsonObject } from '../json.ts'
import { isStance, type Stance } from '../kind.ts'
import { sanitizeLine } from '../sanitize.ts'
import type { Debate, DebateMessage } from './debate.ts'
import { contentOf } from './evidence.ts'
import { resolutionIn } from './resolution.ts'

export type Spoken = DebateMessage & { readonly title: string; readonly sentAt: number }

/** A decision as it is stored and listed. Times are milliseconds since 1970. */
export type Decision = {
  readonly task: string
  readonly title: string
  readonly approach: string
  readonly decidedAt: number
  readonly participants: readonly string[]
  readonly rounds: number
  readonly agreement: number
  /** The agent or person that forced the decision; `null` if it was agreed on. */
  readonly forcedBy: string | null
  /** Why it was ruled so, where the ruling says it. */
  readonly rationale?: string | null
  readonly summary: readonly string[]
}

const longest = 200

/** Foreign text on one line of a decision. */
export function decisionLine(text: string): string {
  const clean = sanitizeLine(text).replace(/\s+/gu, ' ').replaceAll('<!--', '<! --').trim()
  return clean.length > longest ? `${clean.slice(0, longest - 1)}…` : clean
}

/** The content of a debate message: its statement, otherwise the start of its body. */
export function statementOf(message: Spoken): string {
  return contentOf(message.payload).statement ?? message.title
}

function field(message: Spoken | undefined, name: string): string | null {
  const value = message !== undefined && isJsonObject(message.payload) ? message.payload[name] : undefined
  return typeof value === 'string' && value.trim() !== '' ? value : null
}

const verbs: Readonly<Record<Stance, string>> = {
  claim: 'proposed',
  counter: 'countered with',
  evidence: 'provided evidence:',
  agree: 'agreed:',
  concede: 'conceded:',
}

/** The decision of a debate; `null` if there is none. */
export function decisionOf(debate: Debate, thread: readonly Spoken[], topic: string): Decision | null {
  const deciding = thread.find(({ id }) => id === debate.decidedBy)
  if (deciding === undefined) return null
  const adopted = adoptedBy(deciding, thread)
  const answered = thread.find(({ id }) => id === deciding.replyTo)
  const own = field(deciding, 'statement')
  const title = debate.forced ? field(deciding, 'decision') : (own ?? (adopted && statementOf(adopted)))
  // An agent convinced by evidence agrees on more than the opening claim.
  const isAdopted = answered !== undefined && answered === adopted
  const taken = adopted && statementOf(adopted)
  const approach = field(deciding, 'decision') ?? (isAdopted ? taken : (own ?? taken))
  const reason = resolutionIn(deciding.payload)?.rationale ?? null
  const decided = decisionLine(title ?? deciding.title)
  return {
    task: decisionLine(topic),
    title: decided,
    approach: decisionLine(approach ?? deciding.title),
    decidedAt: deciding.sentAt,
    participants: debate.participants.filter((who) => debate.stances[who] !== null),
    rounds: debate.rounds,
    agreement: debate.agreement,
    forcedBy: debate.forced ? deciding.from : null,
    rationale: reason === null || !debate.forced ? null : decisionLine(reason),
    summary: [
      ...thread.filter(({ id, kind }) => id < deciding.id && isStance(kind)).map((message) => told(message)),
      debate.forced
        ? `${decisionLine(deciding.from)} decided: ${decided}`
        : `Consensus reached on ${decided}`,
    ],
  }
}

/** The claim or counter that an agreement accepts. */
function adoptedBy(deciding: Spoken, thread: readonly Spoken[]): Spoken | undefined {
  const isPosition = ({ kind }: Spoken) => kind === 'claim' || kind === 'counter'
  const answered = thread.find(({ id }) => id === deciding.replyTo)
  if (answered !== undefined && isPosition(answered)) return answered
  const whose = answered?.from
  const before = thread.filter((message) => message.id < deciding.id && isPosition(message))
  return before.findLast(({ from }) => from === whose) ?? before.at(-1)
}

function told(message: Spoken): string {
  const verb = isStance(message.kind) ? verbs[message.kind] : 'wrote'
  return `${decisionLine(message.from)} ${verb} ${decisionLine(statementOf(message))}`
}

/** The last line of an entry. It proves that the entry was written completely, even if others write the file too. */
export function entryMark(uuid: string): string {
  return `<!-- watchpost ${uuid} -->`
}

/**
 * An entry of `SUBPOR.md` (CCCC, "Integration with POR/SUBPOR").
 * @param file where the deciding message lay; `null` for mail that no file brought
 */
export function decisionEntry(decision: Decision, thread: string, uuid: string, file: string | null): string {
  const { task, title, approach, decidedAt, participants, rounds, forcedBy, rationale, summary } = decision
  const when = `${new Date(decidedAt).toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const after = `after ${rounds} ${rounds === 1 ? 'round' : 'rounds'}`
  const by =
    forcedBy === null
      ? `${participants.map(decisionLine).join('/')} agreement ${after}`
      : `decided by ${decisionLine(forcedBy)} ${after}`
  return [
    `## Task: ${task}`,
    '',
    `### Decision: ${title}`,
    `- **Decided**: ${when}`,
    `- **Approach**: ${approach}`,
    `- **Consensus**: ${by}`,
    ...(rationale == null ? [] : [`- **Rationale**: ${rationale}`]),
    `- **Evidence**: See ${file === null ? '' : `\`${decisionLine(file).replaceAll('`', "'")}\`, `}\`watchpost thread ${thread}\``,
    '',
    '### Debate Summary',
    ...summary.map((text, at) => `${at + 1}. ${text}`),
    entryMark(uuid),
    '',
  ].join('\n')
}
