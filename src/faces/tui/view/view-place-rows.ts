import type { AttentionReason } from '../../../domain/attention.ts'
import { sanitizeLine } from '../../../domain/sanitize.ts'
import type { AttentionRow } from '../../../operations/attention/schema.ts'
import { agentMark, titleOf } from '../../present.ts'
import { keyOf } from '../keymap.ts'
import type { Row } from '../panes/inbox/list.ts'
import { remedyOf } from '../panes/inbox/remedies.ts'
import type { State } from '../state.ts'
import { calmAge } from '../text/calm-age.ts'
import { ends, type Line, type Look, span, word } from '../text/line.ts'
import { pad } from '../text/text.ts'

/** An agent without its swarm. */
export function shortName(address: string): string {
  const short = address.slice(address.indexOf('/') + 1)
  return short === '' ? address : short
}

/** The same of what was written to, where that is an agent: of places, sets and patterns each part is needed. */
export function shortRecipient(address: string): string {
  return /[:@*]/u.test(address) ? address : shortName(address)
}

/** A member of a group, with what it is: an agent's state, or the kind of name. */
export function memberLine({ roster }: State, member: string, mark: string, columns: number): Line {
  const agent = roster.agents.find(({ address }) => address === member)
  const kind = agent === undefined ? kindOf(member) : agent.state
  const sign = agent === undefined ? '·' : agentMark(agent.state)
  const look: Look = agent?.state === 'alive' ? 'good' : agent?.state === 'dead' ? 'urgent' : 'dim'
  return ends(
    [word(mark, 'accent'), word(` ${sign} `, look), span(sanitizeLine(member), 'bold')],
    [word(` ${kind} `, 'dim')],
    columns,
  )
}

function kindOf(member: string): string {
  const [, prefix] = /^(group|queue|channel|role|project|concern|domain):/u.exec(member) ?? []
  if (prefix !== undefined) return ['project', 'concern', 'domain'].includes(prefix) ? 'tag' : prefix
  if (member.startsWith('@')) return 'set'
  return member.includes('*') ? 'pattern' : 'not on the roster'
}

const graveReasons: readonly AttentionReason[] = [
  'urgent',
  'escalation',
  'deadlock',
  'silent',
  'abandoned',
  'queue-failed',
]

/** Who or what, why, and the key that deals with it. */
export function troubleLine(
  state: State,
  row: Extract<Row, { type: 'mail' | 'trouble' }>,
  mark: string,
  columns: number,
): Line {
  const { trouble } = row
  if (trouble === undefined) return []
  const grave = graveReasons.includes(trouble.why)
  const age = trouble.since === null ? '' : calmAge(trouble.since, state.now)
  return ends(
    [
      word(`${mark} `, 'accent'),
      word(grave ? '!! ' : '!  ', grave ? 'urgent' : 'high'),
      span(
        pad(sanitizeLine(subjectOf(row, trouble)), Math.max(8, Math.min(16, Math.floor(columns * 0.2)))),
        'bold',
      ),
      word(' '),
      span(sanitizeLine(reasonOf(trouble, columns)), grave ? 'urgent' : 'warning'),
      ...(trouble.message === null ? [] : [word(' · ', 'dim'), span(sanitizeLine(titleOf(trouble.message)))]),
      ...saidAfter(trouble, columns),
    ],
    [
      // Where there is hardly room for the rest the foot tells it alone.
      ...(columns < narrowest
        ? []
        : [word(` ${keyOf(state.keymap, remedyOf(state, trouble).name)}`, 'accent')]),
      word(` ${age.padStart(3)} `, 'dim'),
    ],
    columns,
  )
}

const narrow = 60
const narrowest = 44

/** A word for what is told at length where there is room: what it is about counts for more. */
const briefly: Partial<Readonly<Record<AttentionReason, string>>> = {
  urgent: 'urgent',
  escalation: 'escalation',
  overdue: 'overdue',
  unanswered: 'no answer',
  dead: 'dead letter',
  failed: 'failed',
}

function reasonOf({ why, reason, message }: AttentionRow, columns: number): string {
  if (why === 'request-failed') return 'failed'
  return columns < narrow && message !== null ? (briefly[why] ?? reason) : reason
}

/** Why a request failed: somebody's words, of any length, so they come after what the row is about. */
function saidAfter({ why, reason }: AttentionRow, columns: number): Line {
  const said = reason.replace(/^failed(?:: )?/u, '')
  if (why !== 'request-failed' || said === '' || columns < narrow) return []
  return [word(' · ', 'dim'), span(sanitizeLine(said), 'dim')]
}

function subjectOf(row: Extract<Row, { type: 'mail' | 'trouble' }>, trouble: AttentionRow): string {
  if (trouble.queue !== null) return `queue ${trouble.queue}`
  return shortName(row.type === 'mail' ? (row.who ?? row.message.from) : (trouble.agent ?? ''))
}
