import { describe, expect, test } from 'vitest'
import {
  escalatedAgain,
  escalationBody,
  escalationPayload,
  escalationPriority,
  escalationSubject,
  escalationTargets,
  isDueAgain,
  nextSeverity,
} from '../../src/domain/escalation.ts'
import { asEscalation, type Escalation, untoldPayload } from '../../src/domain/escalation-payload.ts'
import type { Json, JsonObject } from '../../src/domain/json.ts'
import type { Kind } from '../../src/domain/kind.ts'
import { agent } from '../support/agent.ts'

// Gas Town, internal/cmd/escalate_test.go.
test.each([
  ['low', 'medium'],
  ['medium', 'high'],
  ['high', 'critical'],
  ['critical', 'critical'],
  ['', 'critical'],
  ['unheard-of', 'critical'],
])('after %j comes %s', (severity, next) => {
  expect(nextSeverity(severity)).toBe(next)
})

test.each([
  ['critical', false, 'urgent'],
  ['high', false, 'high'],
  ['medium', false, 'normal'],
  ['low', false, 'low'],
  ['critical', true, 'urgent'],
  ['medium', true, 'high'],
  ['low', true, 'high'],
] as const)('%s, to a person: %s, is %s', (severity, toPerson, priority) => {
  expect(escalationPriority(severity, toPerson)).toBe(priority)
})

test.each([
  ['Build fails', false, 'Escalation: Build fails'],
  ['Build fails', true, 'CEO Escalation: Build fails'],
  ['Escalation: Build fails', true, 'CEO Escalation: Build fails'],
  ['CEO Escalation: escalation: Build fails', false, 'Escalation: Build fails'],
])('%j becomes a subject', (title, toPerson, subject) => {
  expect(escalationSubject(title, toPerson)).toBe(subject)
})

const escalation: Escalation = {
  id: 'ESC-1',
  reason: 'Two designs',
  severity: 'medium',
  options: ['Keep v1', 'Take v2'],
  fallback: null,
  deadline: '2027-01-31T16:00:00.000Z',
  about: 'Q8Y7D',
  again: 0,
}

test('is told in the payload, and found there again', () => {
  const payload = escalationPayload(escalation)
  expect(payload).toMatchObject({ escalation_id: 'ESC-1', reason: 'Two designs' })
  expect(asEscalation(payload)).toEqual(escalation)
})

test.each([
  [null, null],
  ['text', null],
  [{ reason: 'x' }, null],
  [
    { escalation_id: 'E', severity: 'dire', options: ['a', 1], again: -1 },
    { severity: 'medium', options: ['a'], again: 0 },
  ],
])('%j is read as %j', (payload, expected) => {
  const found = asEscalation(payload)
  if (expected === null) expect(found).toBeNull()
  else expect(found).toMatchObject(expected)
})

test('its body tells what is to be decided', () => {
  expect(escalationBody('Both pass.', escalation)).toBe(
    'Both pass.\n\n**Reason:** Two designs\n\n**Options:**\n1. Keep v1\n2. Take v2\n\n**Deadline:** 2027-01-31T16:00:00.000Z',
  )
  expect(escalationBody('Only this.', { ...escalation, reason: null, options: [], deadline: null })).toBe(
    'Only this.',
  )
})

const hour = 3_600_000
test.each([
  [0, 4 * hour - 1, false],
  [0, 4 * hour, true],
  [1, 5 * hour, true],
  [2, 50 * hour, false],
])('sent on %d times, after %d ms: due is %s', (again, waited, due) => {
  expect(isDueAgain({ ...escalation, again }, 1000, 1000 + waited)).toBe(due)
})

test('sent on, it is graver', () => {
  const once = escalatedAgain(escalation)
  expect(once).toEqual({ ...escalation, severity: 'high', again: 1 })
  expect(escalatedAgain(once)).toMatchObject({ severity: 'critical', again: 2 })
})

describe('goes to', () => {
  const [boss, coo, mayor] = [agent('boss', { state: 'frozen' }), agent('coo'), agent('mayor/')]
  const [lea, bob] = [agent('lea', { kind: 'user' }), agent('bob', { kind: 'admin' })]
  const gone = agent('boss', { state: 'dead' })
  const chief = agent('chief', { role: 'coo' })
  const [foreman, leader] = [agent('foreman'), agent('leader', { role: 'foreman' })]
  test.each([
    ['its supervisor', 'a', 'boss', [lea, coo, boss], ['boss']],
    ['the coo, where the supervisor is gone', 'a', 'boss', [lea, mayor, coo, gone], ['coo']],
    ['the mayor', 'a', null, [lea, mayor], ['mayor/']],
    ['who holds the role', 'a', null, [lea, chief], ['chief']],
    ['the people', 'a', null, [lea, bob], ['lea', 'bob']],
    ['the foreman, before the officers', 'a', null, [lea, coo, foreman], ['foreman']],
    ['who leads as the foreman', 'a', null, [lea, coo, leader], ['leader']],
    ['the coo, from the foreman', 'foreman', null, [lea, coo, foreman, leader], ['coo']],
    ['the people, from the foreman', 'foreman', null, [lea, foreman], ['lea']],
    ['nobody below, from the coo', 'coo', null, [lea, coo, foreman], ['lea']],
    ['nobody below, from the holder of the role', 'chief', null, [lea, chief, foreman], ['lea']],
    ['never itself', 'coo', 'coo', [coo, lea], ['lea']],
    ['nobody', 'lea', null, [lea], []],
  ] as const)('%s', (_, address, reportsTo, known, targets) => {
    expect(escalationTargets({ address, reportsTo }, known).map((target) => target.address)).toEqual(targets)
  })
})

describe('the default', () => {
  const options = ['Keep v1', 'Take v2']
  test.each([
    [{ options, default_option: 2 }, 2],
    [{ options, default_option: 'Take v2' }, 2],
    [{ options, default: 1 }, 1],
    [{ options: ['Keep v1', 'Take v2 (default)'] }, 2],
    [{ options, default_option: 3 }, null],
    [{ options, default_option: 'Neither' }, null],
    [{ options }, null],
  ])('of %j is option %s', (payload, fallback) => {
    expect(asEscalation({ escalation_id: 'E', ...payload })?.fallback).toBe(fallback)
  })

  test('is told in the payload and in the text', () => {
    const marked = { ...escalation, fallback: 2 }
    expect(asEscalation(escalationPayload(marked))).toEqual(marked)
    expect(escalationBody('', marked)).toContain('2. Take v2 (taken at the deadline)')
  })
})

test("CCCC's escalation has options and a deadline, and no id", () => {
  const reason = 'Cannot proceed without API key decision'
  const options = ['Use existing key', 'Generate new key', 'Skip for now']
  expect(asEscalation({ reason, options, deadline: '2025-01-15T12:00:00Z' })).toMatchObject({
    id: '',
    reason,
    options,
    fallback: null,
    deadline: '2025-01-15T12:00:00Z',
  })
  expect(asEscalation({ reason })).toBeNull()
})

describe('of an escalation is told beside its text', () => {
  const whole = {
    escalation_id: 'E1',
    reason: 'Two ways',
    severity: 'high',
    options: ['Redis', 'JWT'],
    default_option: 2,
    deadline: '2026-11-30T12:00:00.000Z',
    about: null,
    again: 0,
  }
  const text =
    '**Reason:** Two ways\n\n1. Redis\n2. JWT (taken at the deadline)\n\n**Deadline:** 2026-11-30T12:00:00.000Z'
  const { deadline: _, ...open } = whole
  test.each<[string, Kind, Json, string, Json]>([
    ['what its text does not say', 'escalation', whole, text, { escalation_id: 'E1', severity: 'high' }],
    ['what is there', 'escalation', { ...open, again: 2 }, 'Help', { ...without(open, 'about'), again: 2 }],
    [
      'all options where one is not said',
      'escalation',
      { options: ['Redis', 'JWT'] },
      'Redis?',
      { options: ['Redis', 'JWT'] },
    ],
    [
      'all options where their letters are there by chance',
      'escalation',
      { options: ['A', 'B'], default_option: 'A' },
      'Architecture of the Back end: which one?',
      { options: ['A', 'B'], default_option: 'A' },
    ],
    ['nothing where all is said', 'escalation', { options: ['Redis'] }, '1. Redis', null],
    ['all of what is none', 'escalation', { again: 0, about: null }, '', { again: 0, about: null }],
    ['all in another kind where its text does not say all', 'response', whole, text, whole],
    [
      'nothing in another kind where its text says all under its name',
      'response',
      { verdict: 'NEEDS_CHANGES' },
      '**Verdict:** NEEDS_CHANGES',
      null,
    ],
    [
      'nothing of a claim that its text says',
      'claim',
      {
        statement: 'Use JWT',
        rationale: ['Stateless', 'Scales'],
        evidence: [{ type: 'test', data: 'ok', source: 'a.ts' }],
      },
      'Use JWT\n\n**Rationale:**\n- Stateless\n- Scales\n\n**Evidence:**\n- test: ok (a.ts)',
      null,
    ],
    [
      'of a claim what its text does not say',
      'counter',
      { statement: 'Use sessions', challenge: 'How does it scale?', rounds: 2 },
      'Use sessions\n\nAsk me.',
      { challenge: 'How does it scale?', rounds: 2 },
    ],
    [
      'words that are in the text by chance',
      'request',
      { priority: 'a', list: ['the'] },
      'the a',
      { priority: 'a', list: ['the'] },
    ],
    ['what is empty', 'claim', { statement: '', rationale: [] }, '', { statement: '', rationale: [] }],
    ['an empty payload', 'request', {}, 'x', {}],
    ['no payload', 'escalation', null, text, null],
    [
      'a hostile name',
      'escalation',
      JSON.parse('{"options":["a"],"__proto__":1,"constructor":2}'),
      '1. a',
      JSON.parse('{"__proto__":1,"constructor":2}'),
    ],
  ])('%s', (_name, kind, payload, body, told) => {
    expect(JSON.stringify(untoldPayload(kind, payload, body))).toBe(JSON.stringify(told))
  })
})

function without(value: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name))
}
