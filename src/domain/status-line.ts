import { type Priority, priorities } from './priority.ts'
import type { UnreadCounts } from './roster.ts'
import { sanitizeLine } from './sanitize.ts'

const marks: Readonly<Record<Priority, string>> = { urgent: '!!', high: '!', normal: '', low: '·' }

/**
 * Unread mail as a terminal's status line shows it: `✉ 1!! 2! 5 3·`, the most pressing first, after the address where one
 * is named; nothing where nothing waits.
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
