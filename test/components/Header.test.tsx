import { expect, test } from 'vitest'
import { Header, type HeaderProps } from '../../components/Header.tsx'
import { noUnread } from '../../src/domain/roster.ts'
import { themes } from '../../src/faces/tui/text/theme.ts'
import { lineOf, look, lookOf, wide, widths } from '../support/drawn.tsx'

const props: HeaderProps = {
  me: { address: 'lea', kind: 'user', principal: null },
  swarm: 'swarm_dev',
  readOnly: false,
  owner: null,
  acting: false,
  counts: { unread: { ...noUnread, total: 12, urgent: 1 }, dead: 2 },
  others: [],
  columns: 120,
}
const shown = (more: Partial<HeaderProps> = {}) =>
  lineOf(<Header {...props} {...more} />, more.columns ?? props.columns)
const screen = (who: string, thread: string | null = null, replying = false, terminal = who) =>
  ({ who, terminal, thread, replying, acting: null }) as HeaderProps['others'][number]

test('it says who sits here and what presses', () => {
  expect(shown()).toMatch(/^ swarm_dev · as lea \(human\) +12 unread · 1 urgent · 2 dead letters$/u)
  expect(shown({ columns: 50 })).toMatch(/^ as lea +12 unread · 1!! · 2†$/u)
  expect(shown({ counts: null }).trim()).toBe('swarm_dev · as lea (human)')
})

test.each(widths)('long names leave room for the counts at %i columns', (columns) => {
  const me = { address: wide.repeat(40), kind: 'agent', principal: null }
  expect(shown({ columns, me })).toMatch(/12 unread/u)
})

test('another’s mailbox, another’s hand and a read-only screen are told', () => {
  expect(shown({ owner: 'swarm_dev/nux' })).toContain("swarm_dev/nux's mailbox (read-only)")
  expect(shown({ owner: 'swarm_dev/nux', columns: 50 })).toMatch(/in nux's +12● · /u)
  expect(shown({ me: { ...props.me, principal: 'bob' } })).toContain('really bob')
  expect(shown({ readOnly: true })).toContain('read-only')
})

test('who else is here is named once, then counted', () => {
  const others = [screen('bob', 'T1', true), screen('bob', null, false, 'b2'), screen('ana'), screen('max')]
  expect(shown({ others })).toContain('also here: bob ×2 ✎ T1, ana +1')
  expect(shown({ others, columns: 100 })).toContain('+bob ×2 ✎ T1 +2')
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
