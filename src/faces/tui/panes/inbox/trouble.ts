import type { AttentionReason } from '../../../../domain/attention.ts'
import { sanitizeLine } from '../../../../domain/sanitize.ts'
import type { AttentionRow } from '../../../../values/attention-schema.ts'
import { countdown, headingOf } from '../../../present-attention.ts'
import type { Row, Trouble } from '../../model/list.ts'
import { calmAge } from '../../text/ages.ts'
import { ends, type Line, span, word } from '../../text/line.ts'
import { pad } from '../../text/text.ts'
import { listedTitle, shortName } from '../../text/titles.ts'

/** A row that needs a person. */
export type Troubled = Extract<Row, { type: 'mail' | 'trouble' }> & { readonly trouble: Trouble }

export function isTroubled(row: Row): row is Troubled {
  return row.type === 'trouble' || (row.type === 'mail' && row.trouble !== undefined)
}

/** A deadline as a countdown, and whether it has passed. */
export type Due = { readonly text: string; readonly passed: boolean }

/** How long it waits, and until when it can. */
export function troubleTime(
  { since, deadline }: AttentionRow,
  now: number,
): { readonly age: string; readonly due: Due | null } {
  return {
    age: since === null ? '' : calmAge(since, now),
    due: deadline === null ? null : { text: countdown(deadline, now), passed: Date.parse(deadline) < now },
  }
}

/** `15 urgent from 9 agents`, and the key that lists all of them. */
export function reasonLine(
  { group, folded }: Extract<Row, { type: 'reason' }>,
  { mark, open }: { readonly mark: string; readonly open: string },
  columns: number,
): Line {
  const { count, shown } = group
  const more = columns < narrow ? ` ${open}` : ` ${open} lists all ${count}`
  return ends(
    [word(`${mark} `, 'accent'), word(headingOf(group), 'section')],
    folded ? [word(` ${shown} shown ·`, 'dim'), word(`${more} `, 'accent')] : [],
    columns,
  )
}

/** Reasons of which the heading says all. */
const headed: ReadonlySet<AttentionReason> = new Set([
  'escalation',
  'abandoned',
  'overdue',
  'unanswered',
  'urgent',
])

/** One row of Attention: who or what it is about, the reason where no heading says it, and the key that deals with it. The gravest alone have colour. */
export function troubleLine(
  row: Troubled,
  {
    mark,
    remedy,
    age,
    due,
  }: { readonly mark: string; readonly remedy: string; readonly age: string; readonly due: Due | null },
  columns: number,
): Line {
  const { trouble } = row
  const grave = trouble.gravest === true
  const about = trouble.message === null ? [] : [span(sanitizeLine(listedTitle(trouble.message)))]
  const isHeaded = trouble.headed === true && trouble.message !== null && headed.has(trouble.why)
  const why = isHeaded ? [] : [span(sanitizeLine(reasonOf(trouble, columns)), grave ? 'urgent' : 'plain')]
  return ends(
    [
      word(`${mark} `, 'accent'),
      word(grave ? '!! ' : '!  ', grave ? 'urgent' : 'dim'),
      span(pad(sanitizeLine(subjectOf(row)), troubledWidth(columns)), 'person'),
      word(' '),
      ...why,
      ...(why.length > 0 && about.length > 0 ? [word(' · ', 'dim')] : []),
      ...about,
      ...saidAfter(trouble, columns),
    ],
    [
      ...(due === null ? [] : [word(` ${due.text}`, due.passed ? 'urgent' : 'bold')]),
      // With little room only the foot shows it.
      ...(columns < keyFrom ? [] : [word(` ${remedy}`, 'accent')]),
      word(` ${age.padStart(3)} `, 'dim'),
    ],
    columns,
  )
}

const narrow = 60
/** The least width that tells the key of each row. */
export const keyFrom = 44

/** The column of who or what a problem is about. */
export function troubledWidth(columns: number): number {
  return Math.max(8, Math.min(16, Math.floor(columns * 0.2)))
}

/** A short word for a long reason: its subject counts for more. */
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

/** The agent or the queue that it is about. */
export function subjectOf(row: Troubled): string {
  return subjectWord(row.trouble, row.type === 'mail' ? (row.who ?? row.message.from) : row.trouble.agent)
}

type Subject = Pick<AttentionRow, 'queue' | 'swarm'> & { readonly message: object | null }

export function subjectWord({ queue, swarm, message }: Subject, who: string | null): string {
  if (queue !== null) return `queue ${queue}`
  return message === null && swarm !== null ? `swarm ${swarm}` : shortName(who ?? '')
}
