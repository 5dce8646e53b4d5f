import { describe, expect, test } from 'vitest'
import { debateBody } from '../../src/domain/debates/debate-body.ts'
import {
  contentOf,
  type Evidence,
  evidenceKind,
  evidenceLine,
  readEvidence,
  strengthOf,
  strengthOfItem,
} from '../../src/domain/debates/evidence.ts'
import type { Json } from '../../src/domain/json.ts'
import type { Kind } from '../../src/domain/kind.ts'

test.each<readonly [Evidence, string]>([
  [{ type: 'code', data: '// Refresh token', source: 'auth.ts:45-60' }, 'strong'],
  [{ type: 'reference', data: 'OWASP Cheat Sheet', url: 'https://owasp.org' }, 'strong'],
  [{ type: 'test', data: 'tests/auth.test.ts', result: 'PASS' }, 'strong'],
  [{ type: 'test', data: 'tests/auth.test.ts' }, 'moderate'],
  [{ type: 'benchmark', data: '100k/s' }, 'strong'],
  [{ type: 'security', data: 'threat model' }, 'strong'],
  [{ type: 'code' }, 'weak'],
  [{ type: 'opinion', data: 'nice' }, 'weak'],
  [{ data: 'nice', source: 'RFC 7519' }, 'moderate'],
  [{}, 'weak'],
  ['RFC 7519', 'moderate'],
  ['see src/auth.ts:12', 'moderate'],
  ['Redis session store handles 100k+ req/s', 'moderate'],
  ['Everyone does it this way since 2015', 'weak'],
  ['Popular at 3 companies', 'weak'],
  ['It is better', 'weak'],
  ['We have 3 servers since 2015', 'weak'],
  ['tests/auth.test.ts passes', 'moderate'],
  ['tests/auth.test.ts fails', 'weak'],
  [{ type: 'test', data: 'tests/auth.test.ts', result: 'FAIL' }, 'weak'],
  [{ type: 'test result', data: 'a', result: '3 failed' }, 'weak'],
  ['p95 fell from 80 ms to 12 ms', 'moderate'],
  ['See `revoke()`', 'moderate'],
  ['Used by Twitter, GitHub, Shopify', 'weak'],
  [{ type: 'text', data: 'It has 7 layers' }, 'weak'],
])('%j is %s', (item, strength) => {
  expect(strengthOfItem(item)).toBe(strength)
})

test.each<readonly [Kind, Json, string, string]>([
  ['claim', { statement: 'Use JWT', rationale: 'Stateless' }, '', 'moderate'],
  ['claim', { statement: 'Use JWT' }, 'See RFC 7519', 'weak'],
  ['evidence', null, 'See RFC 7519', 'moderate'],
  ['evidence', null, 'Trust me', 'weak'],
  ['counter', { evidence: ['nope', { type: 'code', data: 'x' }] }, '', 'strong'],
  ['counter', { evidence: 'RFC 1', rationale: [' '] }, '', 'moderate'],
  ['counter', { statement: 'B is better because it is stateless' }, '', 'moderate'],
  ['counter', { statement: 'B is better because everyone uses it' }, '', 'weak'],
  [
    'evidence',
    {
      evidence: [
        { type: 'code', data: 'x' },
        { type: 'test', data: 'y', result: 'FAIL' },
      ],
    },
    '',
    'moderate',
  ],
  ['evidence', { evidence: ['RFC 7519', { type: 'test', data: 'y', result: 'FAIL' }] }, '', 'weak'],
  ['counter', [1, 2], '', 'weak'],
  ['counter', { evidence: [1, null, ['x']] }, '', 'weak'],
])('a %s with %j and %j is %s', (kind, payload, body, strength) => {
  expect(strengthOf(kind, payload, body)).toBe(strength)
})

test.each<readonly [Evidence, string]>([
  [{ type: 'test', data: 'a' }, 'test'],
  [{ type: 'performance', data: 'a' }, 'benchmark'],
  [{ type: 'code', data: 'a' }, 'code'],
  [{ type: 'docs', url: 'a' }, 'citation'],
  [{ type: 'opinion', source: 'a' }, 'citation'],
  [{ type: 'opinion', data: 'a' }, 'text'],
  ['tests/auth.test.ts is green', 'test'],
  ['100k+ req/s', 'benchmark'],
  ['auth.ts:45', 'code'],
  ['OWASP', 'citation'],
  ['Because I say so', 'text'],
])('%j is a %s', (item, kind) => {
  expect(evidenceKind(item)).toBe(kind)
})

describe('evidence as it is written', () => {
  test.each<readonly [string, Evidence]>([
    ['RFC 7519', 'RFC 7519'],
    ['type=code,source=auth.ts:45,data=a, b = c', { type: 'code', source: 'auth.ts:45', data: 'a, b = c' }],
    ['type=test, result=PASS', { type: 'test', result: 'PASS' }],
    ['{"type":"code","data":"x"}', { type: 'code', data: 'x' }],
    ['"a text"', 'a text'],
    ['{broken', '{broken'],
    ['[1]', '[1]'],
    ['x type=code', 'x type=code'],
    ['mytype=code', 'mytype=code'],
  ])('%s', (written, read) => {
    expect(readEvidence(written)).toEqual(read)
  })

  test('one line tells what, where and how it went', () => {
    expect(evidenceLine({ type: 'test', data: 'auth', source: 'a.ts', result: 'PASS' })).toBe(
      'test: auth (a.ts) → PASS',
    )
    expect(evidenceLine({ odd: 1 })).toBe('{"odd":1}')
  })
})

test('a message that was written in fields has them for its body', () => {
  const content = contentOf({
    statement: 'Use JWT',
    rationale: ['Stateless', 'Scales'],
    evidence: ['RFC 7519'],
  })
  expect(debateBody(content)).toBe(
    'Use JWT\n\n**Rationale:**\n- Stateless\n- Scales\n\n**Evidence:**\n- RFC 7519',
  )
  expect(debateBody(contentOf(null))).toBe('')
})
