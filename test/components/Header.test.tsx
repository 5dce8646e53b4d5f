import { expect, test } from 'vitest'
import { Header } from '../../components/Header.tsx'
import type { AttentionGroup } from '../../src/domain/attention.ts'
import { noUnread } from '../../src/domain/roster.ts'
import { type HeaderView, headerLine, isOnBar } from '../../src/faces/tui/status/header.ts'
import { themes } from '../../src/faces/tui/text/theme.ts'
import { lineOf, look, lookOf, wide, widths } from '../support/drawn.tsx'

const props: HeaderView = {
  me: { address: 'lea', kind: 'user', principal: null },
  swarm: 'swarm_dev',
  readOnly: false,
  owner: null,
  acting: false,
  unread: { ...noUnread, total: 12, urgent: 1 },
  attention: null,
  others: [],
  columns: 120,
}
const shown = (more: Partial<HeaderView> = {}) =>
  lineOf(<Header {...props} {...more} />, more.columns ?? props.columns)
const screen = (who: string, subject: string | null = null, replying = false, terminal = who) =>
  ({
    who,
    terminal,
    subject,
    replying,
    acting: null,
    thread: subject === null ? null : 'Q8Y7X',
  }) as HeaderView['others'][number]

test('it says who sits here and what presses', () => {
  expect(shown()).toMatch(/^ swarm_dev · as lea \(human\) +12 unread · 1 urgent$/u)
  expect(shown({ columns: 50 })).toMatch(/^ as lea +12 unread · 1!!$/u)
  expect(shown({ unread: null }).trim()).toBe('swarm_dev · as lea (human)')
})

test.each(widths)('long names leave room for the counts at %i columns', (columns) => {
  const me = { address: wide.repeat(40), kind: 'agent', principal: null }
  expect(shown({ columns, me })).toMatch(/12 unread/u)
})

test('another’s mailbox, another’s hand and a read-only screen are told', () => {
  expect(shown({ owner: 'swarm_dev/nux' })).toContain("swarm_dev/nux's mailbox (read-only)")
  expect(shown({ owner: 'swarm_dev/nux', columns: 50 })).toMatch(/in nux's +12● · 1!!/u)
  expect(shown({ me: { ...props.me, principal: 'bob' } })).toContain('really bob')
  expect(shown({ readOnly: true })).toContain('read-only')
})

test('who else is here is named once, then counted', () => {
  const others = [
    screen('bob', 'Deploy plan', true),
    screen('bob', null, false, 'b2'),
    screen('ana'),
    screen('max'),
  ]
  expect(shown({ others })).toContain('also here: bob ×2 ✎ Deploy plan, ana +1')
  expect(shown({ others, columns: 100 })).toContain('+bob ×2 ✎ Deploy plan +2')
  expect(shown({ others: [screen('ana', 'A subject that is far too long for this line')] })).toContain(
    'also here: ana ◉ A subject that is far t…',
  )
  expect(shown({ others, columns: 40 })).toContain('+3')
})

test('what is urgent has its colour', () => {
  expect(lookOf(<Header {...props} />, '1 urgent')).toBe(look('1;31'))
})

test('a banner says whom one acts as, however narrow the screen is', () => {
  expect(shown({ owner: 'swarm_dev/nux', acting: true })).toContain(' acting as swarm_dev/nux ')
  expect(shown({ owner: 'swarm_dev/nux', acting: true, columns: 50 })).toContain('  as nux ')
  expect(shown({ owner: 'swarm_dev/nux', acting: true })).not.toContain('read-only')
  expect(lookOf(<Header {...props} owner="nux" acting={true} />, 'acting as nux')).toBe(
    look(themes.colours.styles.acting),
  )
})

test('it says whom another supervisor acts as', () => {
  expect(shown({ others: [{ ...screen('bob'), acting: 'swarm_dev/nux' }] })).toContain('bob as nux')
})

const group = (why: AttentionGroup['why'], count: number): AttentionGroup => ({ why, count, agents: 1 })
const waits = [group('asks', 2), group('escalation', 3), group('deadlock', 1), group('silent', 4)]

test.each([
  [200, '● 2 wait for you · 3 decisions · 1 deadlock · 4 silent'],
  [100, '● 2 wait for you · 3 decisions · 5 more'],
  [80, '● 2 wait for you · 8 more'],
  [50, '● 10'],
  [30, '● 10'],
])('what waits is told with as many words as there is room for: %i columns', (columns, bar) => {
  expect(shown({ columns, attention: waits })).toMatch(new RegExp(` ${bar} +12 unread`, 'u'))
})

test('nothing waits, nothing is told', () => {
  expect(shown({ attention: [] })).toBe(shown({ attention: null }))
  expect(shown({ attention: [group('urgent', 1)] })).not.toContain('●')
})

test('what is gravest has the alarm colour, what is not named none', () => {
  const header = <Header {...props} attention={[...waits, group('overdue', 5)]} columns={200} />
  expect(lookOf(header, '2 wait for you')).toBe(look('1;31'))
  expect(lookOf(header, '5 more')).toBe(lookOf(header, ' (human)'))
})

test('a click is on it, or beside it', () => {
  const view = { ...props, attention: waits }
  const text = headerLine(view)
    .map((span) => span.text)
    .join('')
  const at = text.indexOf('● 2')
  expect([at - 3, at, at + 20, text.indexOf('12 unread')].map((x) => isOnBar(view, x))).toEqual([
    false,
    true,
    true,
    false,
  ])
})

test.each([40, 50, 60, 64, 80])('whom one acts as is told beside all of it: %i columns', (columns) => {
  const me = { ...props.me, address: 'human' }
  const more = { me, columns, owner: 'backend/polecats/toast', acting: true, swarm: 'a-swarm' }
  const line = shown({
    ...more,
    others: [screen('bob')],
    attention: [group('asks', 2), group('silent', 1234)],
  })
  expect(line).toContain('as polecats/toast')
  expect(line).toContain('● ')
})
