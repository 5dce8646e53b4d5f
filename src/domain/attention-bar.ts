import type { AttentionGroup, AttentionReason } from './attention.ts'

/** How grave a part of the bar is; `rest` says only that there is more. */
export type BarWeight = 'alarm' | 'warning' | 'rest'

/** One number of the bar: `2 wait for you`. `key` names it, however many there are. */
export type BarPart = {
  readonly key: AttentionReason | 'rest'
  readonly count: number
  readonly words: string
  readonly weight: BarWeight
}

type Shown = {
  readonly whys: readonly [AttentionReason, ...AttentionReason[]]
  readonly weight: BarWeight
  readonly one: string
  readonly many: string
}

/** The strongest colour first. Reasons that are not named here are counted together. */
const shown: readonly Shown[] = [
  { whys: ['asks'], weight: 'alarm', one: 'waits for you', many: 'wait for you' },
  { whys: ['escalation'], weight: 'alarm', one: 'decision', many: 'decisions' },
  { whys: ['caller-waits'], weight: 'alarm', one: 'caller waits', many: 'callers wait' },
  { whys: ['deadlock'], weight: 'alarm', one: 'deadlock', many: 'deadlocks' },
  {
    whys: ['request-failed', 'failed', 'queue-failed'],
    weight: 'warning',
    one: 'failing',
    many: 'failing',
  },
  { whys: ['loop'], weight: 'warning', one: 'loop', many: 'loops' },
  { whys: ['silent'], weight: 'warning', one: 'silent', many: 'silent' },
  { whys: ['past-due'], weight: 'warning', one: 'draft past due', many: 'drafts past due' },
  { whys: ['dead'], weight: 'warning', one: 'dead letter', many: 'dead letters' },
]

/** What waits for a person, in one line. What is urgent in a mailbox is counted with its unread mail. */
export function barOf(groups: readonly AttentionGroup[]): readonly BarPart[] {
  const named = shown.flatMap(({ whys, weight, one, many }): readonly BarPart[] => {
    const count = countOf(groups, (why) => whys.includes(why))
    return count === 0 ? [] : [{ key: whys[0], count, words: count === 1 ? one : many, weight }]
  })
  const rest = countOf(groups, (why) => why !== 'urgent' && !shown.some(({ whys }) => whys.includes(why)))
  if (rest === 0) return named
  const words = named.length === 0 ? 'in Attention' : 'more'
  return [...named, { key: 'rest', count: rest, words, weight: 'rest' }]
}

/** As many parts as are wanted; the others are one number. */
export function shortBar(parts: readonly BarPart[], most: number): readonly BarPart[] {
  if (parts.length <= most) return parts
  const count = parts.slice(most).reduce((sum, part) => sum + part.count, 0)
  return [...parts.slice(0, most), { key: 'rest', count, words: most === 0 ? '' : 'more', weight: 'rest' }]
}

/** `● 2 wait for you · 3 decisions`; empty if there is nothing. */
export function barText(parts: readonly BarPart[]): string {
  if (parts.length === 0) return ''
  return `● ${parts.map(({ count, words }) => `${count} ${words}`).join(' · ')}`
}

function countOf(groups: readonly AttentionGroup[], isMeant: (why: AttentionReason) => boolean): number {
  return groups.reduce((sum, { why, count }) => sum + (isMeant(why) ? count : 0), 0)
}
