import { expect, it } from 'vitest'
import type { AttentionGroup } from '../../src/domain/attention.ts'
import { barOf } from '../../src/domain/attention-bar.ts'
import type { UnreadCounts } from '../../src/domain/roster.ts'
import { statusLine, tmuxText } from '../../src/domain/status-line.ts'
import { marks } from '../../src/faces/present-glyphs.ts'

const none = { urgent: 0, high: 0, normal: 0, low: 0, total: 0 }

const asks = (count: number) => ({ why: 'asks', count, agents: count }) as const
const loops = { why: 'loop', count: 1, agents: 2 } as const
const due = { why: 'past-due', count: 3, agents: 1 } as const

it.each<[UnreadCounts, string | null, string, (readonly AttentionGroup[])?]>([
  [none, null, ''],
  [none, 'critic', ''],
  [{ ...none, urgent: 1, high: 2, normal: 5, low: 3, total: 11 }, null, '✉ 1!! 2! 5 3-'],
  [{ ...none, normal: 4, total: 4 }, 'critic', 'critic ✉ 4'],
  [{ ...none, normal: 4, total: 4 }, null, '● 2 wait for you ✉ 4', [asks(2)]],
  [none, 'lea', 'lea ● 1 waits for you', [asks(1)]],
  [{ ...none, normal: 4, total: 4 }, null, '● 2 wait for you · 1 loop · 3 more ✉ 4', [asks(2), loops, due]],
  [none, null, '● 3 drafts past due', [due]],
  [{ ...none, high: 1, total: 1 }, 'a#[fg=red]\u001b[2Jb', 'a##[fg=red]b ✉ 1!'],
])('shows %j of %j as %j', (unread, address, line, groups = []) => {
  expect(statusLine(unread, address, barOf(groups))).toBe(line)
})

it('has the marks of the legend', () => {
  const [, urgent, high, , low] = statusLine({ urgent: 1, high: 1, normal: 1, low: 1, total: 4 }, null).split(
    ' ',
  )
  expect([urgent, high, low]).toEqual([`1${marks.urgent}`, `1${marks.pressing}`, `1${marks.low}`])
})

it('lets no format of tmux and no control through', () => {
  expect(tmuxText('#(rm -rf)\u0007\n#')).toBe('##(rm -rf)␇ ##')
})
