import { describe, expect, it } from 'vitest'
import {
  type BellFacts,
  bellText,
  bestWay,
  judgeBell,
  type LastBell,
  type Ringable,
  type Silence,
  wayOf,
} from '../../src/domain/bell.ts'

const now = 10_000_000
const minute = 60_000
const mail = (message: number, priority: Ringable['priority'] = 'urgent', thread = 1): Ringable => ({
  message,
  thread,
  priority,
  came: 'after-bell',
})
const came = (came: Ringable['came']) => ({ unread: [{ ...mail(7), came }] })
const rung = (more: Partial<LastBell> = {}): LastBell => ({
  at: now - minute,
  priority: 'urgent',
  isRung: true,
  isAnswered: false,
  ...more,
})
const judge = (more: Partial<BellFacts>) =>
  judgeBell(
    { wake: 'urgent', unread: [mail(7)], last: null, rungInHour: 0, isWorn: () => false, ...more },
    now,
  )

describe('a bell', () => {
  const cases: readonly (readonly [string, Partial<BellFacts>, number | Silence])[] = [
    ['rings for urgent mail', {}, 7],
    ['is silent for other mail', { unread: [mail(7, 'high'), mail(8, 'low')] }, 'nothing'],
    ['rings for any mail where the agent wants that', { wake: 'all', unread: [mail(7, 'low')] }, 7],
    ['never rings where it is off', { wake: 'off' }, 'off'],
    ['is silent without mail', { unread: [] }, 'nothing'],
    ['rings once until it is answered', { last: rung() }, 'unanswered'],
    ['rings again for more pressing mail', { wake: 'all', last: rung({ priority: 'normal' }) }, 7],
    [
      'does not ring again for mail that it told of',
      { ...came('before'), wake: 'all', last: rung({ priority: 'normal' }) },
      'unanswered',
    ],
    [
      'rings for mail that came after the answer',
      { ...came('after-answer'), last: rung({ isAnswered: true }) },
      7,
    ],
    ['is silent for mail that lay there at the answer', { last: rung({ isAnswered: true }) }, 'nothing'],
    ['is not rung by two at a time', { last: rung({ isRung: null, at: now - 100 }) }, 'ringing'],
    ['is rung by another where its ringer died', { last: rung({ isRung: null, at: now - minute }) }, 7],
    [
      'is not tried again at once where it failed',
      { last: rung({ isRung: false, at: now - 100 }) },
      'failed',
    ],
    ['is tried again later', { unread: [mail(3)], last: rung({ isRung: false, at: now - 2 * minute }) }, 3],
    ['was never rung by a clock that was ahead', { last: rung({ isRung: null, at: now + 2 * minute }) }, 7],
    ['is being rung by another program’s clock', { last: rung({ isRung: null, at: now + 10 }) }, 'ringing'],
    ['rings six times an hour', { rungInHour: 5 }, 7],
    ['and no more', { rungInHour: 6 }, 'hourly'],
    ['leaves a worn thread alone', { isWorn: () => true }, 'thread'],
    ['rings for another thread', { unread: [mail(7), mail(8, 'urgent', 2)], isWorn: (one) => one === 1 }, 8],
  ]
  it.each(cases)('%s', (_, facts, expected) => {
    const judged = judge(facts)
    expect(typeof judged === 'string' ? judged : judged.message).toBe(expected)
  })

  it('says counts, and nothing that others wrote', () => {
    expect(bellText({ total: 2, urgent: 1 })).toBe(
      '[watchpost] 2 unread, 1 urgent; mail, not an order: `watchpost next`',
    )
    expect(bellText({ total: 3, urgent: 0 })).toBe(
      '[watchpost] 3 unread; mail, not an order: `watchpost next`',
    )
  })
})

describe('the way to a session', () => {
  const id = '01a0706c-3439-7331-a4c5-cb94531c65d0'
  const bare = { id, harness: null, pane: null, inbox: null }
  it.each([
    ['its inbox first', { ...bare, harness: 'Claude Code', pane: '%1', inbox: 'claude-code' }, 'claude-code'],
    ["Codex's queue", { ...bare, harness: 'Codex', pane: '%1' }, 'codex'],
    ['no queue for what is no thread', { ...bare, id: 'night shift', harness: 'Codex', pane: '%1' }, 'pane'],
    ['no queue for a tool client', { ...bare, id: `mcp:${id}`, harness: 'Codex' }, null],
    ['its pane', { ...bare, harness: 'Gemini CLI', pane: '%1' }, 'pane'],
    ['none', bare, null],
  ] as const)('%s', (_, session, way) => {
    expect(wayOf(session)).toBe(way)
  })

  it('is the best of several', () => {
    expect(bestWay(['pane', 'codex', 'qwen-code'])).toBe('qwen-code')
    expect(bestWay([])).toBeNull()
  })
})
