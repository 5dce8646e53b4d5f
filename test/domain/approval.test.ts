import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  closedBy,
  type Decision,
  decisionText,
  judgeDecision,
  type PermissionRequest,
  requestText,
} from '../../src/domain/approval.ts'

const mac = (key: string) => (text: string) => createHmac('sha256', key).update(text).digest('hex')
const sign = mac('the key of the person')
const request: PermissionRequest = {
  id: 'r1',
  agent: 'nux',
  session: 's1',
  request: '{"tool":"Bash","input":{"command":"ls"}}',
  since: 1_000,
  until: 31_000,
}
const digest = sign(requestText(request))

function decision(more: Partial<Decision> = {}, id = request.id, by = sign): Decision {
  const said = { verdict: 'allow', digest, by: 'lea', at: 2_000, ...more }
  return { ...said, signature: more.signature ?? by(decisionText(id, said)) }
}
const judge = (given: Decision, now = 3_000, held = request) =>
  judgeDecision(held, given, {
    digest: sign(requestText(held)),
    now,
    isSigned: async (text, signature) => sign(text) === signature,
  })

describe('a decision', () => {
  it.each(['allow', 'deny'] as const)('counts if it was signed for this request: %s', async (verdict) => {
    expect(await judge(decision({ verdict }))).toEqual({ verdict })
  })

  const genuine = decision()
  it.each<[string, Decision, number?]>([
    ['without a signature', { ...genuine, signature: '' }],
    ['with another signature', { ...genuine, signature: `0${genuine.signature.slice(1)}0`.slice(0, 64) }],
    ['signed with another key', decision({}, 'r1', mac('another key'))],
    ['turned around', { ...decision({ verdict: 'deny' }), verdict: 'allow' }],
    ['in another name', { ...genuine, by: 'mallory' }],
    ['with another time', { ...genuine, at: 2_001 }],
    [
      'with another digest',
      { ...genuine, digest: digest.replace(/^./u, (one) => (one === '0' ? '1' : '0')) },
    ],
    ['of another request', decision({}, 'r2')],
  ])('does not count %s', async (_, given) => {
    expect(await judge(given)).toEqual({ refused: 'its signature is wrong' })
  })

  it.each<[string, Partial<PermissionRequest>]>([
    ['another command', { request: '{"tool":"Bash","input":{"command":"rm -rf /"}}' }],
    ['another agent', { agent: 'max' }],
    ['another session', { session: 's2' }],
    ['no session', { session: null }],
    ['a longer time', { until: 99_000 }],
    ['another beginning', { since: 999 }],
  ])('does not count for %s, though the id is the same', async (_, more) => {
    expect(await judge(genuine, 3_000, { ...request, ...more })).toEqual({
      refused: 'it is about another request',
    })
  })

  it.each<[string, Partial<Decision>, number]>([
    ['before the request', { at: 999 }, 3_000],
    ['after the time limit', { at: 31_001 }, 31_001],
    ['in time, and read too late', { at: 2_000 }, 31_001],
  ])('does not count %s', async (_, more, now) => {
    expect(await judge(decision(more), now)).toEqual({ refused: 'it came after the time limit' })
  })

  it('counts until the last moment', async () => {
    expect(await judge(decision({ at: 31_000 }), 31_000)).toEqual({ verdict: 'allow' })
  })

  it.each(['Allow', 'allow ', '', 'yes', 'always'])('is one of two words, and not %j', async (verdict) => {
    expect(await judge(decision({ verdict }))).toEqual({ refused: 'it is no decision' })
  })

  it('signs no two decisions alike, whatever their parts contain', () => {
    const parts = ['a', 'a"', '","', 'a,b', '\\', '']
    const texts = parts.flatMap((id) =>
      parts.flatMap((by) => parts.map((verdict) => decisionText(id, { verdict, digest: 'd', by, at: 1 }))),
    )
    expect(new Set(texts).size).toBe(parts.length ** 3)
  })
})

it.each([
  ['a request that waits', {}, 100, false, null],
  ['one at the end of its time', { until: 100 }, 100, false, null],
  ['one whose time is over', { until: 99 }, 100, false, 'time'],
  ['one that was answered at its prompt', { closedAt: 50 }, 100, false, 'end'],
  ['one that was given up', { closedAt: 201 }, 300, true, 'time'],
  ['one whose session has ended', {}, 100, true, 'end'],
  [
    'one that was decided, whatever came later',
    { takenAt: 40, closedAt: 50, until: 60 },
    100,
    true,
    'decision',
  ],
] as const)('%s is open, or says why not', (_, more, now, isGone, why) => {
  expect(closedBy({ until: 200, takenAt: null, closedAt: null, ...more }, now, isGone)).toBe(why)
})
