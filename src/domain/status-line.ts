import { type BarPart, barText, shortBar } from './attention-bar.ts'
import { type Priority, priorities } from './priority.ts'
import type { UnreadCounts } from './roster.ts'
import { sanitizeLine } from './sanitize.ts'

const marks: Readonly<Record<Priority, string>> = { urgent: '!!', high: '!', normal: '', low: '-' }

/** More of the bar has no room beside what else a terminal's status line shows. */
const mostParts = 2

/**
 * For a terminal's status line: what waits for a person, then unread mail, most urgent first: `● 2 wait for you · 1 more ✉ 1!! 2! 5 3-`,
 * with the address in front if one is named; empty if there is neither.
 */
export function statusLine(
  unread: UnreadCounts,
  address: string | null,
  bar: readonly BarPart[] = [],
): string {
  const counts = priorities
    .filter((priority) => unread[priority] > 0)
    .map((priority) => `${unread[priority]}${marks[priority]}`)
  const parts = [
    ...(bar.length > 0 ? [barText(shortBar(bar, mostParts))] : []),
    ...(counts.length > 0 ? ['✉', ...counts] : []),
  ]
  if (parts.length === 0) return ''
  return [...(address === null ? [] : [tmuxText(address)]), ...parts].join(' ')
}

/** Text that tmux prints as it is: `#` begins its own formats unless doubled. */
export function tmuxText(text: string): string {
  return sanitizeLine(text).replaceAll('#', '##')
}
