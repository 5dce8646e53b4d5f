import { describe, expect, it, test } from 'vitest'
import {
  type Alert,
  type AlertItem,
  alertFields,
  alertOf,
  argumentOf,
  trialAlert,
} from '../../src/domain/alerts/alert.ts'
import { type AlertInput, inputOf } from '../../src/domain/alerts/alert-inputs.ts'
import {
  type AlertMoment,
  type AlertRow,
  isForgotten,
  mostAttempts,
  planAlerts,
  waitAfter,
} from '../../src/domain/alerts/alert-plan.ts'
import { isQuiet, readQuietHours } from '../../src/domain/alerts/quiet-hours.ts'

const place = { swarm: 'dev', store: '/s' }
const item = (more: Partial<AlertItem> = {}): AlertItem => ({
  reason: 'escalation',
  words: 'escalated to you',
  id: 'Q8Y7D',
  thread: 'Q8Y7D',
  from: 'al',
  agent: null,
  queue: null,
  subject: 'Which way?',
  priority: 'high',
  since: null,
  deadline: null,
  command: 'watchpost reply Q8Y7D',
  ...more,
})

describe('quiet hours', () => {
  it.each([
    ['22:00-07:00', { from: 1320, to: 420 }],
    [' 9:05 – 17:30 ', { from: 545, to: 1050 }],
    ['00:00-23:59', { from: 0, to: 1439 }],
    ['22:00', null],
    ['24:00-07:00', null],
    ['22:60-07:00', null],
    ['08:00-08:00', null],
    ['-', null],
    ['22:00-07:00 and more', null],
  ])('%j are read as %j', (text, hours) => {
    expect(readQuietHours(text)).toEqual(hours)
  })

  const at = (hour: number, minute = 0) => new Date(2027, 0, 31, hour, minute)
  it.each([
    ['22:00-07:00', at(21, 59), false],
    ['22:00-07:00', at(22), true],
    ['22:00-07:00', at(0), true],
    ['22:00-07:00', at(6, 59), true],
    ['22:00-07:00', at(7), false],
    ['22:00-07:00', at(12), false],
    ['12:00-13:00', at(11, 59), false],
    ['12:00-13:00', at(12), true],
    ['12:00-13:00', at(12, 59), true],
    ['12:00-13:00', at(13), false],
    ['12:00-13:00', at(0), false],
    ['nonsense', at(0), false],
  ])('%s at %s: %s', (hours, now, quiet) => {
    expect(isQuiet(readQuietHours(hours), now)).toBe(quiet)
  })
})

describe('what a program is told of', () => {
  const now = 1_000_000_000
  const minute = 60_000
  const moment: AlertMoment = { now, hold: false, seenUpto: null, mostAnHour: 2 }
  const row = (name: string, more: Partial<AlertRow>): AlertRow => ({
    item: name,
    state: 'sent',
    notedAt: now - 90 * minute,
    at: now - 90 * minute,
    dueAt: now - 90 * minute,
    attempts: 1,
    leads: true,
    ...more,
  })
  const recent = (name: string) => row(name, { at: now - 10 * minute })
  const none = { seen: [], gather: [], send: [], together: false, giveUp: [] }

  it.each<[string, readonly AlertRow[], readonly string[], Partial<AlertMoment>, object]>([
    ['nothing', [], [], {}, none],
    ['each new item alone', [], ['a', 'b'], {}, { ...none, send: ['a', 'b'] }],
    [
      'more than may be sent together',
      [],
      ['a', 'b', 'c'],
      {},
      { ...none, send: ['a', 'b', 'c'], together: true },
    ],
    ['what was sent not again', [row('a', {})], ['a'], {}, none],
    ['what was seen not again', [row('a', { state: 'seen' })], ['a'], {}, none],
    ['what failed for good not again', [row('a', { state: 'failed' })], ['a'], {}, none],
    ['nothing while it is held', [], ['a'], { hold: true }, { ...none, gather: ['a'] }],
    [
      'nothing beyond the limit of an hour',
      [recent('x'), recent('y')],
      ['a'],
      {},
      { ...none, gather: ['a'] },
    ],
    [
      'a digest counts once',
      [recent('x'), row('y', { at: now - 10 * minute, leads: false })],
      ['a'],
      {},
      { ...none, send: ['a'] },
    ],
    [
      'what was sent an hour ago does not count',
      [recent('x'), row('y', { at: now - 60 * minute })],
      ['a'],
      {},
      { ...none, send: ['a'] },
    ],
    [
      'what was sent in the future does not count',
      [recent('x'), row('y', { at: now + 1 })],
      ['a'],
      {},
      { ...none, send: ['a'] },
    ],
    [
      'a failed start does not count',
      [recent('x'), row('y', { at: now - minute, state: 'waiting' })],
      ['a'],
      {},
      { ...none, send: ['a'] },
    ],
    ['one that was gathered, alone', [row('a', { state: 'gathered' })], ['a'], {}, { ...none, send: ['a'] }],
    [
      'what was gathered, with what is new',
      [row('a', { state: 'gathered' })],
      ['a', 'b'],
      {},
      { ...none, send: ['a', 'b'], together: true },
    ],
    [
      'what was gathered and has left, not',
      [row('a', { state: 'gathered' })],
      ['b'],
      {},
      { ...none, send: ['b'] },
    ],
    [
      'what was on a screen, not',
      [row('a', { state: 'gathered' })],
      ['a', 'b'],
      { seenUpto: now - 90 * minute },
      { ...none, seen: ['a'], send: ['b'] },
    ],
    [
      'what came after the last key',
      [row('a', { state: 'gathered' })],
      ['a'],
      { seenUpto: now - 91 * minute },
      { ...none, send: ['a'] },
    ],
    [
      'what was on a screen is noted meanwhile',
      [row('a', { state: 'gathered' })],
      ['a'],
      { hold: true, seenUpto: now },
      { ...none, seen: ['a'] },
    ],
    [
      'a retry once it is due',
      [row('a', { state: 'waiting', dueAt: now })],
      ['a'],
      {},
      { ...none, send: ['a'] },
    ],
    ['a retry not before', [row('a', { state: 'waiting', dueAt: now + 1 })], ['a'], {}, none],
    [
      'a retry that a wrong clock put far ahead',
      [row('a', { state: 'waiting', dueAt: now + 200 * minute })],
      ['a'],
      {},
      { ...none, send: ['a'] },
    ],
    [
      'what another process is sending, not',
      [row('a', { state: 'sending', dueAt: now + 1 })],
      ['a'],
      {},
      none,
    ],
    [
      'what a process died over',
      [row('a', { state: 'sending', dueAt: now })],
      ['a'],
      {},
      { ...none, send: ['a'] },
    ],
    [
      'what processes died over too often, not',
      [row('a', { state: 'sending', dueAt: now, attempts: mostAttempts })],
      ['a'],
      {},
      { ...none, giveUp: ['a'] },
    ],
  ])('%s', (_, rows, items, more, plan) => {
    expect(planAlerts(rows, items, { ...moment, ...more })).toEqual(plan)
  })

  test('waits grow, and end', () => {
    const waits = Array.from({ length: mostAttempts + 1 }, (_, at) => waitAfter(at + 1))
    const numbers = waits.filter((wait) => wait !== null)
    expect(numbers).toHaveLength(mostAttempts - 1)
    expect(numbers).toEqual(numbers.toSorted((one, other) => one - other))
  })

  it.each([
    [row('a', { at: now - 60 * minute }), true],
    [row('a', { at: now - 59 * minute }), false],
    [row('a', { at: now + 200 * minute }), true],
    [row('a', { state: 'failed', at: now - 60 * minute }), false],
    [row('a', { state: 'failed', at: now - 24 * 60 * minute }), true],
  ])('%j that left Attention is forgotten: %s', (left, forgotten) => {
    expect(isForgotten(left, now)).toBe(forgotten)
  })
})

describe('an alert', () => {
  it('tells one item whole', () => {
    expect(alertOf([item()], place)).toEqual({
      ...item(),
      swarm: 'dev',
      store: '/s',
      count: 1,
      items: [],
      title: 'Watchpost dev: escalated to you',
      text: 'al: Which way? · Q8Y7D',
    })
  })

  it('tells several in one, the first few of them whole', () => {
    const all = Array.from({ length: 7 }, (_, at) => item({ id: `ID${at}`, subject: `S${at}` }))
    const alert = alertOf(all, { ...place, swarm: null })
    expect(alert).toMatchObject({
      reason: 'digest',
      count: 7,
      id: null,
      title: 'Watchpost: 7 things wait for you',
    })
    expect(alert.text).toBe('al: S0 · ID0 · al: S1 · ID1 · al: S2 · ID2 · 4 more')
    expect(alert.items).toEqual(all.slice(0, 5))
  })

  it('is about an agent or a queue where there is no mail', () => {
    const none = { id: null, from: null, subject: null }
    expect(alertOf([item({ ...none, agent: 'al', words: 'silent' })], place).text).toBe('al: silent')
    expect(alertOf([item({ ...none, queue: 'work', words: '2 failed' })], place).text).toBe('work: 2 failed')
  })

  const hostile = [
    '$(touch x)',
    '`id`',
    '-x',
    '--help',
    '@/etc/passwd',
    'a\nb\n.\n',
    '\u0000\u001b]0;t\u0007',
    '=1+1',
  ]
  it.each(hostile)('%j is one argument on one line, and no option', (subject) => {
    const alert = alertOf([item({ subject })], place)
    for (const field of alertFields) {
      const argument = argumentOf(alert, field)
      expect(argument).toMatch(/^(?![-+@<>=|!])[^\u0000-\u001f\u007f]*$/u)
    }
    expect(argumentOf(alert, 'subject')).toContain(subject.slice(0, 1).replace('\u0000', '␀'))
  })

  it('is cut where others wrote much', () => {
    const alert = alertOf([item({ subject: 'x'.repeat(4000) })], place)
    expect(argumentOf(alert, 'subject')).toHaveLength(500)
    expect(alert.text.length).toBeLessThanOrEqual(500)
  })

  const read = (input: AlertInput, more: Partial<Alert> = {}) =>
    inputOf({ ...trialAlert(place), ...more }, input)
  it('is JSON that ends its line', () => {
    expect(JSON.parse(read('json'))).toMatchObject({ reason: 'test', swarm: 'dev', count: 1 })
    expect(read('json', { text: 'a\nb' }).split('\n')).toHaveLength(2)
  })

  it('calls nobody of a channel', () => {
    const text = '<!channel> <@U1> a&b @everyone'
    expect(JSON.parse(read('slack', { text }))).toEqual({
      text: 'Watchpost dev: a test\n&lt;!channel&gt; &lt;@U1&gt; a&amp;b @everyone',
    })
    expect(JSON.parse(read('discord', { text }))).toEqual({
      content: `Watchpost dev: a test\n${text}`,
      allowed_mentions: { parse: [] },
    })
  })

  it('is a letter whose header is one line of ASCII', () => {
    const [header = '', body] = read('mail', { title: 'Grüße aus dem Mäuseloch, lange Überschrift' }).split(
      '\n\n',
    )
    expect(header).toMatch(/^[\x20-\x7e\n]*$/u)
    const [subject = ''] = header.replaceAll('\n ', '').split('\n')
    const words = [...subject.matchAll(/=\?utf-8\?B\?([^?]*)\?=/gu)].map(([, word = '']) =>
      Buffer.from(word, 'base64'),
    )
    expect(Buffer.concat(words).toString()).toBe('Grüße aus dem Mäuseloch, lange Überschrift')
    expect(header.split('\n').every((line) => line.length <= 76 + 'Subject: '.length)).toBe(true)
    expect(body).toBe('Watchpost reaches you here.')
  })
})
