import { expect, test } from 'vitest'
import { DraftRow } from '../../components/DraftRow.tsx'
import { InboxRow } from '../../components/InboxRow.tsx'
import { MemberRow } from '../../components/MemberRow.tsx'
import { ReasonRow } from '../../components/ReasonRow.tsx'
import { TroubleRow } from '../../components/TroubleRow.tsx'
import { isTroubled } from '../../src/faces/tui/panes/inbox/trouble.ts'
import type { RowView } from '../../src/faces/tui/views/row-view.ts'
import type { DraftValue } from '../../src/values/drafts-schema.ts'
import { lineOf, painted, wide, widths } from '../support/drawn.tsx'
import { troubles } from '../support/tui-places.ts'

const listed = { selected: 'no', chosen: false, marks: null } as const

const draft = (fields: DraftValue['fields'], sendAt: string | null = null): DraftValue =>
  ({ id: 'd1', operation: 'send', fields, sendAt, savedAt: '2027-01-31T11:00:00.000Z' }) as DraftValue

test.each(widths)('a draft says of which kind it is, to whom and about what, in %i columns', (width) => {
  const shown = (fields: DraftValue['fields'], sendAt: string | null = null) =>
    lineOf(<DraftRow {...listed} width={width} draft={draft(fields, sendAt)} age="1h" />, width)
  expect(shown({ to: ['critic'], subject: 'Plan' })).toMatch(/^ {2}✎ send {5}critic +Plan +1h *$/u)
  expect(shown({ to: [wide], subject: wide.repeat(20) })).toMatch(/…? {2}1h *$/u)
  expect(shown({})).toMatch(/\(empty\)/u)
  const answer = {
    ...draft({ message: 'Q8Y7D' }),
    operation: 'reply',
    about: { from: 'alice', subject: 'Lock' },
  }
  const row = lineOf(<DraftRow {...listed} width={width} draft={answer} age="1h" />, width)
  expect(row).toMatch(/✎ reply {4}alice +Lock/u)
  expect(shown({ subject: 'Later' }, '2027-02-01T00:00:00.000Z')).toMatch(/◷ .* 1h *$/u)
})

test.each([
  ['swarm_dev/nux', 'working', 'working'],
  ['swarm_dev/nux', 'ended', 'ended'],
  ['group:ops', null, 'group'],
  ['concern:costs', null, 'tag'],
  ['@all', null, 'set'],
  ['swarm_*', null, 'pattern'],
  ['gone', null, 'not on the roster'],
] as const)('a member %s (%s) is told as %s', (member, activity, kind) => {
  for (const width of widths) {
    const line = lineOf(<MemberRow {...listed} width={width} member={member} activity={activity} />, width)
    expect(line).toContain(member)
    expect(line.trimEnd().endsWith(kind)).toBe(true)
  }
})

test('a selected member stands out', () => {
  const member = (selected: 'here' | 'no') => (
    <MemberRow {...listed} selected={selected} width={50} member="a" activity="idle" />
  )
  expect(painted(member('here'))).toContain('\u001b[7m')
  expect(painted(member('no'))).not.toContain('\u001b[7m')
})

test.each(widths)('a trouble says who, why and by which key it is dealt with, in %i columns', (width) => {
  const [mail, agent, queue] = troubles.filter(isTroubled)
  if (mail === undefined || agent === undefined || queue === undefined) throw new Error('Three troubles')
  const shown = (row: typeof mail, remedy: string, age: string) =>
    lineOf(<TroubleRow {...listed} width={width} row={row} remedy={remedy} age={age} due={null} />, width)
  expect(shown(mail, 'Enter', '6m')).toMatch(/^ {2}!! critic +urgent.* Enter {2}6m *$/u)
  const message = mail.type === 'mail' ? mail.message : null
  const headed = { ...mail, trouble: { ...mail.trouble, message, headed: true as const } }
  expect(shown(headed, 'Enter', '6m')).toMatch(/^ {2}!! critic +Tests red.* Enter {2}6m *$/u)
  expect(shown(headed, 'Enter', '6m')).not.toContain('urgent')
  expect(shown(agent, 'm', '6m')).toMatch(/^ {2}! {2}nux +silent.* m {2}6m *$/u)
  expect(shown(queue, 'O', '')).toMatch(/^ {2}! {2}queue ri.* +paused with 3 waiting +O *$/u)
})

test('where there is hardly room a trouble leaves its key to the footer', () => {
  const [row] = troubles.filter(isTroubled)
  if (row === undefined) throw new Error('A trouble')
  expect(
    lineOf(<TroubleRow {...listed} width={43} row={row} remedy="Enter" age="6m" due={null} />, 43),
  ).not.toContain('Enter')
})

const reason = (more: { count?: number; shown?: number; agents?: number } = {}) => ({
  type: 'reason' as const,
  id: 'why·urgent',
  group: { why: 'urgent' as const, count: 215, agents: 9, shown: 20, ...more },
})

test.each(widths)(
  'a reason says how much there is, and by which key all of it is listed, in %i columns',
  (width) => {
    const shown = (folded: boolean, more = {}) =>
      lineOf(
        <ReasonRow {...listed} {...more} width={width} row={{ ...reason(), folded }} open="Enter" />,
        width,
      )
    expect(shown(true)).toMatch(/^ {2}215 urgent.* 20 shown · Enter/u)
    expect(shown(true).includes('lists all 215')).toBe(width >= 80)
    expect(shown(false)).not.toContain('shown')
    expect(shown(false, { selected: 'here' })).toMatch(/^▸ 215 urgent/u)
    expect(shown(false, { chosen: true })).toMatch(/^\+ 215 urgent/u)
  },
)

test.each(widths)('a row of the inbox is drawn by what it is of, in %i columns', (width) => {
  const [trouble] = troubles.filter(isTroubled)
  if (trouble === undefined) throw new Error('A trouble')
  const views: readonly (readonly [RowView, string])[] = [
    [{ type: 'reason', row: { ...reason(), folded: false }, open: 'Enter' }, '215 urgent'],
    [{ type: 'trouble', row: trouble, remedy: 'Enter', age: '6m', due: null }, 'critic'],
    [{ type: 'draft', draft: draft({ to: ['critic'] }), age: '1h' }, '✎ send'],
    [{ type: 'member', member: 'swarm_dev/nux', activity: 'idle' }, 'swarm_dev/nux'],
  ]
  for (const [view, words] of views)
    expect(lineOf(<InboxRow {...listed} width={width} view={view} />, width)).toContain(words)
})
