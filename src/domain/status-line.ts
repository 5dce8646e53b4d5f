import { type Priority, priorities } from './priority.ts'
import type { UnreadCounts } from './roster.ts'
import { sanitizeLine } from './sanitize.ts'

const marks: Readonly<Record<Priority, string>> = { urgent: '!!', high: '!', normal: '', low: '-' }

/**
 * For a terminal's status line: how many agents wait for a person, then unread mail, most urgent first, then drafts past their time: `?1 ✉ 1!! 2! 5 3- ◷1`,
 * with the address in front if one is named; empty if there is none of them.
 */
export function statusLine(unread: UnreadCounts, address: string | null, waiting = 0, due = 0): string {
  const counts = priorities
    .filter((priority) => unread[priority] > 0)
    .map((priority) => `${unread[priority]}${marks[priority]}`)
  const parts = [
    ...(waiting > 0 ? [`?${waiting}`] : []),
    ...(counts.length > 0 ? ['✉', ...counts] : []),
    ...(due > 0 ? [`◷${due}`] : []),
  ]
  if (parts.length === 0) return ''
  return [...(address === null ? [] : [tmuxText(address)]), ...parts].join(' ')
}

/** Text that tmux prints as it is: `#` begins its own formats unless doubled. */
export function tmuxText(text: string): string {
  return sanitizeLine(text).replaceAll('#', '##')
}
