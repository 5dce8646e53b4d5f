import { describe, expect, test } from 'vitest'
import {
  agentOverride,
  beadOfSubject,
  decideRedispatch,
  failed,
  inCooldown,
  neverDispatched,
  prefixOf,
  type Redispatch,
  rigOfBody,
  rigsOfPrefix,
  shouldEscalate,
} from '../../src/domain/redispatch.ts'

const minute = 60_000
const now = Date.UTC(2027, 0, 31, 12)
const fresh = neverDispatched('gt-abc')
const given = (more: Partial<Redispatch> = {}): Redispatch => ({
  ...fresh,
  attemptedAt: now - 6 * minute,
  agent: 'gastown/max',
  ...more,
})

describe('what becomes of a bead', () => {
  test.each<readonly [string, Redispatch, readonly string[], string, string | null, Partial<Redispatch>]>([
    [
      'never given out',
      fresh,
      ['gastown/nux'],
      'sent',
      'gastown/nux',
      { attemptedAt: now, agent: 'gastown/nux' },
    ],
    ['nobody is free', fresh, [], 'waiting', null, { attemptedAt: null, failures: 0 }],
    ['given out just now', given({ attemptedAt: now - minute }), ['gastown/nux'], 'cooldown', null, {}],
    [
      'given out four minutes and 59 seconds ago',
      given({ attemptedAt: now - 299_999 }),
      ['a'],
      'cooldown',
      null,
      {},
    ],
    ['here again', given(), ['gastown/nux'], 'sent', 'gastown/nux', { failures: 1, agent: 'gastown/nux' }],
    [
      'here again, only who failed is free',
      given(),
      ['gastown/max'],
      'waiting',
      null,
      { failures: 1, agent: null },
    ],
    ['waiting was no failure', given({ agent: null, failures: 1 }), ['b'], 'sent', 'b', { failures: 1 }],
    ['the second failure', given({ failures: 1 }), ['b'], 'sent', 'b', { failures: 2 }],
    [
      'the third failure',
      given({ failures: 2 }),
      ['b'],
      'escalated',
      'mayor/',
      { failures: 3, escalatedAt: now },
    ],
    [
      'the third failure, said at once',
      failed(given({ failures: 2, attemptedAt: now - 1 })),
      ['b'],
      'escalated',
      'mayor/',
      { failures: 3 },
    ],
    [
      'a failure said at once',
      failed(given({ attemptedAt: now - 1 })),
      ['b'],
      'cooldown',
      null,
      { failures: 1 },
    ],
    [
      'escalated before',
      given({ failures: 3, escalatedAt: now - 1 }),
      ['b'],
      'given-up',
      null,
      { failures: 3 },
    ],
  ])('%s', (_what, known, free, decision, to, next) => {
    const decided = decideRedispatch(known, { rig: 'gastown', free, isLost: true }, now)
    expect(decided).toMatchObject({ decision, to, next })
    expect(decided.why).not.toBe('')
  })
})

test.each([
  ['gt-abc123', 'gt'],
  ['BD-7', 'bd'],
  ['hq-q-work', 'hq'],
  ['abc', null],
  ['-x', null],
  ['gt-', null],
])('the prefix of %s is %s', (bead, prefix) => expect(prefixOf(bead)).toBe(prefix))

test.each<readonly [string, readonly string[]]>([
  ['gt', ['gastown']],
  ['gp', ['greenplace']],
  ['gastown', ['gastown']],
  ['g', ['gastown', 'greenplace']],
  ['bd', ['beads']],
  ['xx', []],
  ['tg', []],
])('the prefix %s means %j', (prefix, rigs) =>
  expect(rigsOfPrefix(prefix, ['gastown', 'greenplace', 'beads'])).toEqual(rigs),
)

describe("Gas Town's own cases", () => {
  test.each([
    [0, 3, false],
    [2, 3, false],
    [3, 3, true],
    [5, 3, true],
  ])('%d failures of %d: escalate %s', (failures, most, expected) =>
    expect(shouldEscalate(failures, most)).toBe(expected),
  )

  test.each([
    [0, 300, true],
    [299, 300, true],
    [300, 300, false],
    [600, 300, false],
  ])('%d s ago with a cooldown of %d s: cooling %s', (ago, cooldown, expected) =>
    expect(inCooldown(now - ago * 1000, now, cooldown * 1000)).toBe(expected),
  )

  test.each([
    [0, 2, 'claude', null],
    [1, 2, 'claude', null],
    [2, 2, 'claude', 'claude'],
    [3, 2, 'claude', 'claude'],
    [5, 2, null, null],
  ] as const)('after %d failures, promoted after %d to %s: %s', (failures, after, to, expected) =>
    expect(agentOverride(failures, after, to)).toBe(expected),
  )

  test('who is promoted goes before who is free, but does not get back what it failed', () => {
    const promotion = { promoteAfter: 1, promoteTo: 'gastown/ace' }
    const decide = (known: Redispatch) =>
      decideRedispatch(known, { rig: 'gastown', free: ['b'], isLost: true }, now, promotion).to
    expect(decide(fresh)).toBe('b')
    expect(decide(given())).toBe('gastown/ace')
    expect(decide(given({ agent: 'gastown/ace', failures: 1 }))).toBe('b')
  })

  test('never given out cools nothing', () => expect(inCooldown(null, now, minute)).toBe(false))

  test.each([
    ['RECOVERED_BEAD bd-xyz', 'bd-xyz'],
    ['RECOVERED_BEAD: gt-1', 'gt-1'],
    ['SPAWN_STORM RECOVERED_BEAD gt-1 (respawned 3x)', 'gt-1'],
    ['About RECOVERED_BEAD gt-1', ''],
    ['RECOVERED_BEAD', ''],
    ['MERGED nux', ''],
  ])('the subject %s names %j', (subject, bead) => expect(beadOfSubject(subject)).toBe(bead))

  test.each([
    [
      'Recovered abandoned bead from dead polecat.\n\nBead: gt-abc123\nPolecat: gastown/max\nPrevious Status: hooked\n\nThe bead has been reset to open with no assignee.',
      'gastown',
    ],
    ['Some other body content', ''],
    ['Polecat:\nx/y', ''],
  ])('a body names its rig (%#)', (body, rig) => expect(rigOfBody(body)).toBe(rig))
})
