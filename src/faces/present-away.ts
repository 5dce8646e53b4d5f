import { totalOf, waitingWords } from '../domain/attention.ts'
import type { Values } from '../values/schemas.ts'
import type { HappeningValue } from '../values/statistics-schema.ts'
import { age } from './present.ts'
import { headingOf } from './present-attention.ts'

type Away = Values['away']
type Part = 'failed' | 'decided' | 'finished' | 'handedOn'

/** What went wrong comes first. */
const parts: readonly (readonly [Part, string])[] = [
  ['failed', 'failed'],
  ['decided', 'decided'],
  ['finished', 'finished'],
  ['handedOn', 'handed on'],
]

/** `4 finished, 1 handed on`. */
function endsOf(counts: Readonly<Record<Part, number>>): string {
  return parts.flatMap(([part, words]) => (counts[part] === 0 ? [] : `${counts[part]} ${words}`)).join(', ')
}

/** A line of the page: a reason of Attention, what somebody did to a message, or all that an agent did. */
export type AwayRow =
  | { readonly type: 'waiting'; readonly why: Away['waiting'][number]['why']; readonly words: string }
  | ({ readonly type: 'happened' } & HappeningValue)
  | { readonly type: 'agent'; readonly agent: string; readonly words: string }

export type AwaySection = {
  readonly title: string
  readonly rows: readonly AwayRow[]
  /** How many are not listed. */
  readonly more: number
}

/** The page in its order: what needs the reader, what happened, and each agent. */
export function awaySections({ waiting, agents, counts, ...happened }: Away): readonly AwaySection[] {
  const sections: readonly AwaySection[] = [
    {
      title: waitingWords(totalOf(waiting)),
      rows: waiting.map((group) => ({ type: 'waiting', why: group.why, words: headingOf(group) })),
      more: 0,
    },
    ...parts.map(
      ([part, words]): AwaySection => ({
        title: `${counts[part]} ${words}`,
        rows: happened[part].map((one) => ({ type: 'happened', ...one })),
        more: counts[part] - happened[part].length,
      }),
    ),
    {
      title: counts.agents === 1 ? '1 agent' : `${counts.agents} agents`,
      rows: agents.map((one) => ({ type: 'agent', agent: one.agent, words: endsOf(one) })),
      more: counts.agents - agents.length,
    },
  ]
  return sections.filter(({ rows }) => rows.length > 0)
}

/** Whose work it was, and whose mail where that is somebody else. */
export function happenedTo({ by, other }: Pick<HappeningValue, 'by' | 'other'>): string {
  return other === by ? by : `${by} → ${other}`
}

export function happenedWords({ subject, reason }: HappeningValue): string {
  return reason === null ? subject : `${subject}: ${reason}`
}

/** `in the last 2h`. */
export function awayTime({ since }: Pick<Away, 'since'>, now: number): string {
  return `in the last ${age(since, now)}`
}

export function nothingHappened(value: Away, now: number): string {
  return `Nothing happened ${awayTime(value, now)}, and nothing waits for you.`
}

export const moreHappened = 'More happened than was counted: look back less far with --since.'
