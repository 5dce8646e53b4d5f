import { describe, expect, test } from 'vitest'
import { MessageRow, type MessageRowProps } from '../../components/MessageRow.tsx'
import { kinds } from '../../src/domain/kind.ts'
import type { FullMessageValue } from '../../src/services/values.ts'
import { lineOf, look, lookOf, wide, widths } from '../support/drawn.tsx'
import { row } from '../support/tui-state.ts'

const mail = (more: Partial<FullMessageValue> = {}, threadSize = 1): MessageRowProps['row'] => {
  const made = row('M001', { subject: 'Tests red', ...more }, threadSize)
  if (made.type !== 'mail') throw new Error('A mail was made')
  return made
}
const props: MessageRowProps = {
  row: mail(),
  width: 80,
  selected: 'no',
  chosen: false,
  marks: null,
  listed: 'mailbox',
  me: 'lea',
  status: 'unread',
  work: '',
  others: '',
  wide: false,
  age: '5m',
}
const shown = (more: Partial<MessageRowProps> = {}) =>
  lineOf(<MessageRow {...props} {...more} />, more.width ?? props.width)

test.each(widths)('who, what and how old fit into %i columns', (width) => {
  expect(shown({ width })).toMatch(/^ {4}● critic +Tests red +5m *$/u)
  expect(shown({ width, row: mail({ from: wide, subject: wide.repeat(30) }) })).toMatch(/… +5m *$/u)
})

test('in a narrow list of a debate the statement has the room of receipts, and failures stay', () => {
  const told = (state: 'read' | 'failed', width: number) =>
    shown({
      width,
      listed: 'debate',
      row: mail({ kind: 'claim', outcomes: [{ who: 'ana', state, reason: null }] as never }),
    })
  expect(told('read', 100)).toContain(' read ')
  expect(told('read', 48)).not.toContain(' read ')
  expect(told('failed', 48)).toContain(' failed ')
})

describe('what stands before the subject', () => {
  test.each<readonly [string, Partial<MessageRowProps>, RegExp]>([
    ['its urgency', { row: mail({ priority: 'urgent' }) }, /^ !! ● critic/u],
    ['that it was read', { status: 'read' }, /^ {4}○ critic/u],
    ['that it is selected', { selected: 'here' }, /^▸ {3}●/u],
    ['that it is chosen, selected or not', { selected: 'here', chosen: true }, /^\+ {3}●/u],
    ['a handoff', { row: mail({ kind: 'handoff' }), width: 79 }, /⇒ Tests red/u],
    ['a turn in a debate', { row: mail({ kind: 'counter' }), width: 79 }, /critic +± Tests red/u],
    ['which turn, among others', { row: mail({ kind: 'counter' }), listed: 'debate' }, /± counter +Body of/u],
    [
      'an escalation without the prefix that says so again',
      { row: mail({ kind: 'escalation', subject: 'CEO Escalation: Which key' }) },
      /⇑ escalation Which key/u,
    ],
    ['a kind in words', { row: mail({ kind: 'escalation' }), width: 80 }, /⇑ escalation Tests red/u],
    ['an escalation', { row: mail({ kind: 'escalation' }), width: 79 }, /⇑ Tests red/u],
    ['whom it went to, where one sent it', { listed: 'sent', status: 'read' }, /→ lea/u],
    ['that others posted it', { status: 'sent' }, /^ {6}critic/u],
    ['whom it is about', { row: { ...mail(), who: 'swarm_dev/nux' } }, /● nux/u],
    [
      'its first words without a subject',
      { row: mail({ subject: '', preview: '**No** words' }) },
      /No words/u,
    ],
  ])('%s', (_, more, expected) => {
    expect(shown(more)).toMatch(expected)
  })
})

describe('what stands at its end', () => {
  test.each<readonly [string, Partial<MessageRowProps>, RegExp]>([
    ['how many are in the thread', { row: mail({}, 12) }, /5m +12$/u],
    ['that there are too many to count', { row: mail({}, 120) }, /5m 99\+$/u],
    ['that it is pinned', { row: mail({ pinned: true }) }, / \^ {2}5m/u],
    ['that it is sealed', { row: mail({ sealed: true }) }, / ⊠ {2}5m/u],
    ['how many got it', { row: { ...mail(), copies: { all: 3, unread: 1 } } }, / ×3 {2}5m/u],
    ['that somebody took it', { row: { ...mail(), taken: true } }, / gone {2}5m/u],
    ['who works on it', { work: ' nux 9m left' }, / nux 9m left {2}5m/u],
    ['who else reads it', { others: ' ◉ bob' }, / ◉ bob {2}5m/u],
    ['that it waits for a time', { row: mail({ expiresAt: '2027-02-01T00:00:00.000Z' }) }, / ◷ {2}5m/u],
  ])('%s', (_, more, expected) => {
    expect(shown(more)).toMatch(expected)
  })
})

test('an unread one is bold, a selected one inverted, and what was searched for stands out', () => {
  expect(lookOf(<MessageRow {...props} />, 'Tests red')).toBe(look('1'))
  expect(lookOf(<MessageRow {...props} status="read" />, 'Tests red')).toBe(look(''))
  expect(lookOf(<MessageRow {...props} selected="here" />, 'Tests red')).toBe(look('7;1'))
  expect(lookOf(<MessageRow {...props} selected="elsewhere" status="read" />, 'Tests red')).toBe(look('4'))
  expect(lookOf(<MessageRow {...props} marks={/red/giu} />, 'red')).toBe(look('1;4;36'))
})

describe('a thread', () => {
  const conversation = { participants: ['swarm_dev/critic', 'coo', 'nux', 'ana'], unread: 2, messages: [] }
  const thread = { ...mail({}, 5), conversation }
  test.each<readonly [string, Partial<MessageRowProps>, RegExp]>([
    ['says who is in it', { row: thread, width: 100 }, /● ▹ critic, coo, nux/u],
    ['says how much of it is unread', { row: thread }, /5m {3}2\/5$/u],
    [
      'says its size where all is read',
      { row: { ...thread, conversation: { ...conversation, unread: 0 } } },
      /5m {5}5$/u,
    ],
    ['shows that it is unfolded', { row: { ...thread, unfolded: true } }, /● ▾ critic/u],
    ['is no thread of one message', { row: { ...thread, threadSize: 1 } }, /● {3}critic/u],
  ])('%s', (_, more, expected) => {
    expect(shown(more)).toMatch(expected)
  })

  test('has its messages below it, by what each says', () => {
    const within = { ...mail({ preview: 'The first words' }), within: 'T1' }
    expect(shown({ row: within })).toMatch(/● {5}critic +The first words +5m$/u)
    const marked = { ...within, message: { ...within.message, preview: '## Review **Verdict:** `red`' } }
    expect(shown({ row: marked })).toMatch(/● {5}critic +Review Verdict: red +5m$/u)
  })
})

describe('what was done about a message', () => {
  const marks = { answered: false, assigned: null, draft: null }
  const done = (more: Partial<typeof marks> | object) => ({ ...mail(), marks: { ...marks, ...more } })
  test.each<readonly [string, Partial<MessageRowProps>, RegExp]>([
    ['answered', { row: done({ answered: true }), width: 120 }, / answered {2}5m/u],
    ['answered, briefly', { row: done({ answered: true }) }, / ans {2}5m/u],
    ['answered, in little room', { row: done({ answered: true }), width: 50 }, / ans {2}5m/u],
    ['acknowledged, in little room', { row: mail({ acknowledgedAt: 'x' }), width: 50 }, / ack {2}5m/u],
    ['acknowledged', { row: mail({ acknowledgedAt: 'x' }), width: 120 }, / acknowledged {2}5m/u],
    ['assigned', { row: done({ assigned: 'swarm_dev/bob' }), width: 120 }, / assigned to bob {2}5m/u],
    ['assigned, briefly', { row: done({ assigned: 'bob' }), width: 50 }, / @bob {2}5m/u],
    ['a draft', { row: done({ draft: {} }), width: 120 }, / draft here {2}5m/u],
    ['a draft, briefly', { row: done({ draft: {} }), width: 50 }, / ✎ {2}5m/u],
    ['nothing', { row: done({}) }, /Tests red +5m/u],
  ])('%s is said', (_, more, expected) => {
    expect(shown(more)).toMatch(expected)
  })
})

test('kinds have a column, and subjects stand below one another', () => {
  for (const width of [50, 80, 120, 200]) {
    const places = kinds.map((kind) => shown({ row: mail({ kind }), width }).indexOf('Tests red'))
    expect(new Set(places).size).toBe(1)
  }
})

test('the beginning of the text fills what is free', () => {
  expect(shown({ row: mail({ preview: '**Three** of them `fail`' }), wide: true, width: 100 })).toMatch(
    /Tests red · Three of them fail +5m/u,
  )
})

describe('what a search found in the text', () => {
  const before = 'Three of them fail since the last merge of the '
  const snippet = [
    { text: before, hit: false },
    { text: 'parser', hit: true },
    { text: ' into main, and nobody knows why that is so', hit: false },
  ]
  const found = { ...mail(), snippet }
  test('stands beside the subject, with the words marked', () => {
    expect(shown({ row: found, width: 160 })).toMatch(
      /Tests red · Three of them .* parser into main, .* so +5m/u,
    )
    expect(lookOf(<MessageRow {...props} row={found} width={160} />, 'parser')).toBe(look('1;4;36'))
  })
  test('is cut around the words where there is less room', () => {
    expect(shown({ row: found })).toMatch(/Tests red · ….*the parser into .*… {2}5m/u)
    const text = shown({ row: found }).split(' · ')[1] ?? ''
    const at = text.indexOf('parser')
    expect(Math.abs(at - (text.indexOf('…  5m') - at - 'parser'.length))).toBeLessThan(4)
  })
  test('makes a long subject give way, unless that has the words', () => {
    const long = { ...mail({ subject: 'A subject that would fill all of the row' }), snippet }
    expect(shown({ row: long })).toMatch(/A subject .*… · ….*parser/u)
    expect(shown({ row: long, marks: /subject/giu, width: 79 })).toMatch(
      /A subject that would fill all of the row/u,
    )
    expect(shown({ row: found, width: 50 })).toMatch(/Tests red +5m/u)
  })
  test('is shown alone where there is no subject, and is disarmed', () => {
    const bare = mail({ subject: '', preview: 'x' })
    const evil = [{ text: '\u001b]52;c;eA==\u0007\u001b[2J\u202e', hit: false }, ...snippet]
    expect(shown({ row: { ...bare, snippet: evil }, width: 160 })).toMatch(/ ⟨U\+202E⟩Three of .* parser/u)
  })
})
