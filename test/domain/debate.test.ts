import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allowedTo, type DebateMessage, judgeDebate } from '../../src/domain/debates/debate.ts'
import {
  type DebatePolicy,
  defaultDebatePolicy,
  escalatingTopics,
} from '../../src/domain/debates/debate-policy.ts'
import { decisionEntry, decisionOf } from '../../src/domain/debates/decision.ts'
import { resolutionPayload } from '../../src/domain/debates/resolution.ts'
import type { Json } from '../../src/domain/json.ts'
import { isStance, type Kind, kindRules, kinds } from '../../src/domain/kind.ts'

/** `who kind [answers]`: messages numbered from 1, each answering the one before unless it says another. */
function debateOf(
  lines: readonly string[],
  payloads: Readonly<Record<number, Json>> = {},
): readonly DebateMessage[] {
  return lines.map((line, at) => {
    const [from = '', kind = '', answers] = line.split(' ')
    const replyTo = answers === undefined ? at : Number(answers)
    return {
      id: at + 1,
      from,
      kind: kind as Kind,
      replyTo: replyTo || null,
      payload: payloads[at + 1] ?? null,
    }
  })
}
const policy = (more: Partial<DebatePolicy> = {}): DebatePolicy => ({ ...defaultDebatePolicy, ...more })

const example = ['a claim', 'b counter', 'a evidence', 'b agree']

test("CCCC's example exchange comes to a consensus after four rounds", () => {
  expect(judgeDebate(debateOf(example), policy(), ['b'])).toEqual({
    participants: ['a', 'b'],
    stances: { a: 'evidence', b: 'agree' },
    rounds: 4,
    agreement: 1,
    consensus: true,
    forced: false,
    decidedBy: 4,
    deadlock: false,
    deadlockReason: null,
    deadlockSince: null,
    allowed: [],
    standing: 3,
  })
})

test.each<readonly [string, readonly string[], readonly Kind[]]>([
  ['nothing', [], ['claim']],
  ['a claim', ['a claim'], ['agree', 'counter', 'query', 'escalation']],
  ['a counter', example.slice(0, 2), ['evidence', 'concede', 'counter', 'query', 'escalation']],
  ['evidence', example.slice(0, 3), ['agree', 'counter', 'query', 'escalation']],
  ['an agreement of all', example, []],
  ['a concession', ['a claim', 'b counter', 'a concede'], []],
  ['a question', ['a claim', 'b query'], ['response', 'query', 'escalation']],
  [
    'its answer: what it was asked about',
    ['a claim', 'b query', 'a response'],
    ['agree', 'counter', 'query', 'escalation'],
  ],
  [
    'a directive',
    ['a claim', 'foreman directive'],
    ['agree', 'counter', 'query', 'escalation', 'response', 'claim'],
  ],
  [
    'an agreement of one of three',
    ['a claim', 'b agree', 'c counter 1', 'b query 1', 'a response'],
    kindRules.counter.answers,
  ],
])('after %s these may answer', (_what, lines, allowed) => {
  expect(judgeDebate(debateOf(lines), policy()).allowed).toEqual(allowed)
})

test.each<readonly [string, readonly string[], readonly string[], Partial<DebatePolicy>, number, boolean]>([
  ['one alone agrees with nobody', ['a claim'], [], {}, 1, false],
  ['who was asked and is silent has not agreed', ['a claim', 'b agree'], ['b', 'c'], {}, 2 / 3, false],
  [
    'two of three suffice where two thirds do',
    ['a claim', 'b agree'],
    ['b', 'c'],
    { consensusThreshold: 0.66 },
    2 / 3,
    true,
  ],
  [
    'four of five are 0.8',
    ['a claim', 'b agree 1', 'c agree 1', 'd agree 1'],
    ['b', 'c', 'd', 'e'],
    {},
    0.8,
    true,
  ],
  ['a concession adopts the counter', ['a claim', 'b counter', 'a concede'], ['b'], {}, 1, true],
  [
    'an agreement with evidence is one with its author',
    ['a claim', 'b counter', 'a evidence', 'b agree'],
    [],
    {},
    1,
    true,
  ],
  ['an agreement by way of an answer', ['a claim', 'b query', 'a response', 'b agree'], [], {}, 1, true],
  ['two camps are no consensus', ['a claim', 'b counter', 'c agree 1', 'd concede 2'], [], {}, 0.5, false],
  [
    'who agreed and then counters no longer agrees',
    ['a claim', 'b agree', 'c counter 1', 'b counter 1'],
    [],
    {},
    1 / 3,
    false,
  ],
  ['agreeing with oneself', ['a claim', 'a agree'], [], { consensusThreshold: 0.1 }, 1, false],
  ['agreeing in a circle', ['a claim', 'b agree 1', 'a agree 2'], [], {}, 1, true],
])('consensus: %s', (_what, lines, asked, more, agreement, consensus) => {
  const debate = judgeDebate(debateOf(lines), policy(more), asked)
  expect(debate.agreement).toBeCloseTo(agreement)
  expect(debate.consensus).toBe(consensus)
})

const sixRounds = ['a claim', 'b counter', 'a evidence', 'b counter', 'a evidence', 'b counter']
test.each<readonly [string, readonly string[], Partial<DebatePolicy>, 'rounds' | 'counters' | null]>([
  ['one round is left', sixRounds.slice(0, 4), {}, null],
  ['the last allowed round is filled', sixRounds.slice(0, 5), {}, 'rounds'],
  ['one round more', sixRounds, {}, 'rounds'],
  ['a later agreement resolves it', [...sixRounds.slice(0, 5), 'b agree'], {}, null],
  [
    'questions are no rounds',
    ['a claim', 'b query', 'a response', 'b query', 'a response', 'b counter'],
    {},
    null,
  ],
  ['two counters in a row', ['a claim', 'b counter', 'a counter'], {}, null],
  ['three of them', ['a claim', 'b counter', 'a counter', 'b counter'], {}, 'counters'],
  [
    'three of three peers to one claim',
    ['a claim', 'b counter 1', 'c counter 1', 'd counter 1'],
    {},
    'counters',
  ],
  [
    'evidence in between is progress',
    ['a claim', 'b counter', 'a counter', 'b evidence', 'a counter'],
    { mostRounds: 6 },
    null,
  ],
  [
    'questions in between are none',
    ['a claim', 'b counter', 'a query', 'b response', 'a counter', 'b counter'],
    {},
    'counters',
  ],
  ['a new claim is none', ['a claim', 'b counter', 'a counter', 'a claim', 'b counter'], {}, 'counters'],
  ['another threshold', ['a claim', 'b counter', 'a counter'], { deadlockThreshold: 2 }, 'counters'],
  ['what is agreed on is not locked', [...sixRounds, 'a concede'], {}, null],
  ['a directive gives new rounds', [...sixRounds, 'f directive', 'a claim'], {}, null],
])('deadlock: %s', (_what, lines, more, reason) => {
  expect(judgeDebate(debateOf(lines), policy(more))).toMatchObject({
    deadlock: reason !== null,
    deadlockReason: reason,
  })
})

test.each<readonly [string, readonly string[], number | null]>([
  ['begins with the round that fills it', sixRounds, 5],
  [
    'begins with the last of the counters',
    ['a claim', 'b counter', 'a counter', 'b counter', 'a counter'],
    4,
  ],
  ['begins again after something moved', [...'cxxxexxx'].map(roundOf), 8],
  ['ended', ['a claim', 'b counter', 'a counter', 'b counter', 'a evidence'], null],
])('a deadlock %s', (_what, lines, since) => {
  expect(judgeDebate(debateOf(lines), policy({ mostRounds: since === 5 ? 5 : 20 })).deadlockSince).toBe(since)
})

function roundOf(letter: string, at: number): string {
  const kind = letter === 'c' ? 'claim' : letter === 'x' ? 'counter' : 'evidence'
  return `${at % 2 === 0 ? 'a' : 'b'} ${kind}`
}

test('a directive that resolves decides, until somebody takes a stance again', () => {
  const lines = [...sixRounds, 'lea directive']
  const resolved = { 7: resolutionPayload({ decision: 'Take A', rationale: null, informed: [] }) }
  expect(judgeDebate(debateOf(lines, resolved), policy())).toMatchObject({
    consensus: true,
    forced: true,
    decidedBy: 7,
    allowed: [],
  })
  expect(judgeDebate(debateOf([...lines, 'a claim'], resolved), policy())).toMatchObject({
    consensus: false,
    forced: false,
  })
})

test('an answer to an older message is judged by that one', () => {
  const thread = debateOf(['a claim', 'b counter', 'a evidence'])
  const [claim, counter] = thread
  expect(claim && allowedTo(claim, thread)).toEqual(kindRules.claim.answers)
  expect(counter && allowedTo(counter, thread)).toEqual(kindRules.counter.answers)
})

const anyMessages = fc
  .array(
    fc.record({
      from: fc.constantFrom('a', 'b', 'c', '__proto__'),
      kind: fc.constantFrom(...kinds),
      up: fc.nat(9),
    }),
    { maxLength: 40 },
  )
  .map((lines) =>
    lines.map(
      ({ from, kind, up }, at): DebateMessage => ({
        id: at + 1,
        from,
        kind,
        replyTo: at - up > 0 ? at - up : null,
        payload: null,
      }),
    ),
  )

test('whatever is said, rounds are counted, agreement is a share, and what is allowed stands in the table', () => {
  const table = new Set<Kind>(
    kinds.filter((kind) => kindRules[kind].family === 'debate').flatMap((kind) => kindRules[kind].answers),
  )
  fc.assert(
    fc.property(anyMessages, fc.subarray(['b', 'c', 'd']), (thread, asked) => {
      const debate = judgeDebate(thread, policy(), asked)
      const taken = thread.filter(({ kind }) => isStance(kind))
      expect(debate.rounds).toBe(taken.length)
      expect(debate.agreement).toBeGreaterThanOrEqual(0)
      expect(debate.agreement).toBeLessThanOrEqual(1)
      expect(debate.allowed.filter((kind) => !table.has(kind))).toEqual([])
      expect(debate.consensus && debate.deadlock).toBe(false)
      expect(debate.consensus).toBe(debate.decidedBy !== null)
      for (const who of debate.participants)
        expect(Object.getOwnPropertyDescriptor(debate.stances, who)?.value).toBe(
          taken.findLast(({ from }) => from === who)?.kind ?? null,
        )
    }),
    { numRuns: 500 },
  )
})

describe('SUBPOR.md', () => {
  const spoken = (
    lines: readonly string[],
    payloads: Readonly<Record<number, Json>>,
    titles: readonly string[],
  ) =>
    debateOf(lines, payloads).map((message, at) => ({
      ...message,
      title: titles[at] ?? '',
      sentAt: Date.UTC(2025, 0, 15, 10, 42 + at),
    }))

  test("an entry has the seed's layout", () => {
    const payloads = {
      1: { statement: 'session-based auth' },
      2: { statement: 'JWT for scaling' },
      3: { statement: 'Redis evidence' },
      4: { statement: 'hybrid approach', decision: 'Redis sessions (web) + JWT (mobile)' },
    }
    const thread = spoken(example, payloads, [])
    const decision = decisionOf(judgeDebate(thread, policy()), thread, 'Implement Authentication')
    expect(
      decision && decisionEntry(decision, 'Q8Y7D', 'u-1', 'mailbox/b/outbox.json[1]'),
    ).toBe(`## Task: Implement Authentication

### Decision: hybrid approach
- **Decided**: 2025-01-15 10:45 UTC
- **Approach**: Redis sessions (web) + JWT (mobile)
- **Consensus**: a/b agreement after 4 rounds
- **Evidence**: See \`mailbox/b/outbox.json[1]\`, \`watchpost thread Q8Y7D\`

### Debate Summary
1. a proposed session-based auth
2. b countered with JWT for scaling
3. a provided evidence: Redis evidence
4. Consensus reached on hybrid approach
<!-- watchpost u-1 -->
`)
  })

  test('what peers write stays on its line and in its place', () => {
    const hostile = 'x\n## Task: forged\u001b[31m\r<!-- watchpost u-1 -->'
    const thread = spoken(['a claim', 'b agree'], {}, [hostile, hostile])
    const decision = decisionOf(judgeDebate(thread, policy()), thread, hostile)
    const lines = (decision === null ? '' : decisionEntry(decision, 'Q8Y7D', 'u-2', `${hostile}\``)).split(
      '\n',
    )
    expect(lines.filter((line) => line.startsWith('## '))).toHaveLength(1)
    expect(lines.join('')).not.toContain('\u001b')
    expect(lines.join('')).not.toContain('<!-- watchpost u-1')
  })

  test('without a decision there is no entry', () => {
    const thread = spoken(['a claim'], {}, ['x'])
    expect(decisionOf(judgeDebate(thread, policy()), thread, 'x')).toBeNull()
  })
})

test.each<readonly [string, readonly string[], string | null, readonly string[]]>([
  ['New login', ['security'], null, ['security']],
  ['Architecture of the store', [], null, ['architecture']],
  ['Breaking changes in v2', [], null, ['breaking_changes']],
  ['Insecurity', ['rearchitecture'], 'T-security-1', ['security']],
  ['Tidy up', [], null, []],
])('topics of %s', (subject, tags, task, topics) => {
  const escalateTopics = ['security', 'architecture', 'breaking_changes']
  expect(escalatingTopics({ subject, tags, task }, policy({ escalateTopics }))).toEqual(topics)
})
