import { expect, it } from 'vitest'
import type { UnreadCounts } from '../../src/domain/roster.ts'
import { statusLine, tmuxText } from '../../src/domain/status-line.ts'
import { marks } from '../../src/faces/present-glyphs.ts'

const none = { urgent: 0, high: 0, normal: 0, low: 0, total: 0 }

it.each<[UnreadCounts, string | null, string, number?, number?]>([
  [none, null, ''],
  [none, 'critic', ''],
  [{ ...none, urgent: 1, high: 2, normal: 5, low: 3, total: 11 }, null, '✉ 1!! 2! 5 3-'],
  [{ ...none, normal: 4, total: 4 }, 'critic', 'critic ✉ 4'],
  [{ ...none, normal: 4, total: 4 }, null, '?2 ✉ 4', 2],
  [none, 'lea', 'lea ?1', 1],
  [{ ...none, normal: 4, total: 4 }, null, '?2 ✉ 4 ◷3', 2, 3],
  [none, null, '◷1', 0, 1],
  [{ ...none, high: 1, total: 1 }, 'a#[fg=red]\u001b[2Jb', 'a##[fg=red]b ✉ 1!'],
])('shows %j of %j as %j', (unread, address, line, waiting = 0, due = 0) => {
  expect(statusLine(unread, address, waiting, due)).toBe(line)
})

it('has the marks of the legend', () => {
  const [, urgent, high, , low] = statusLine({ urgent: 1, high: 1, normal: 1, low: 1, total: 4 }, null, 1)
    .split(' ')
    .slice(1)
  expect([urgent, high, low]).toEqual([`1${marks.urgent}`, `1${marks.pressing}`, `1${marks.low}`])
})

it('lets no format of tmux and no control through', () => {
  expect(tmuxText('#(rm -rf)\u0007\n#')).toBe('##(rm -rf)␇ ##')
})
