import { type Priority, priorities } from './priority.ts'
import type { UnreadCounts } from './roster.ts'
import { sanitizeLine } from './sanitize.ts'

const marks: Readonly<Record<Priority, string>> = { urgent: '!!', high: '!', normal: '', low: '·' }

/**
 * Unread mail for a terminal's status line: `✉ 1!! 2! 5 3·`, most urgent first, with the address in front if one is
 * named; empty if there is none.
 */
export function statusLine(unread: UnreadCounts, address: string | null): string {
  const counts = priorities
    .filter((priority) => unread[priority] > 0)
    .map((priority) => `${unread[priority]}${marks[priority]}`)
  if (counts.length === 0) return ''
  return [...(address === null ? [] : [tmuxText(address)]), '✉', ...counts].join(' ')
}

/** Text that tmux prints as it is: `#` begins its own formats unless doubled. */
export function tmuxText(text: string): string {
  return sanitizeLine(text).replaceAll('#', '##')
}
