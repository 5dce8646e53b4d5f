import { describe, expect, test } from 'vitest'
import { contentText } from '../../src/domain/debates/debate-body.ts'
import type { JsonObject } from '../../src/domain/json.ts'

describe('what a message of a debate says', () => {
  test.each<[string, JsonObject, string]>([
    ['a statement alone', { statement: 'Use JWT' }, 'Use JWT'],
    [
      'a claim with reasons and evidence',
      { statement: 'Use JWT', rationale: 'Stateless', evidence: ['RFC 7519'] },
      'Use JWT\n\n**Rationale:**\n- Stateless\n\n**Evidence:**\n- RFC 7519',
    ],
    [
      'a counter with a challenge',
      { statement: 'No', challenge: 'How does it scale?' },
      'No\n\n**Challenge:** How does it scale?',
    ],
    [
      'evidence under "response", with a compromise',
      {
        response: 'Redis',
        evidence: [{ type: 'test', data: 'a.test.ts', result: 'PASS' }],
        compromise: 'Both?',
      },
      'Redis\n\n**Evidence:**\n- test: a.test.ts → PASS\n\n**Compromise:** Both?',
    ],
    [
      'an escalation with options and a deadline',
      { reason: 'No key', options: ['One', 'Two'], deadline: '2025-01-15T12:00:00Z' },
      'No key\n\n**Options:**\n- One\n- Two\n\n**Deadline:** 2025-01-15T12:00:00Z',
    ],
    ['what names no text', { max_retries: 3, on: true }, '**Max retries:** 3\n\n**On:** true'],
    ['nothing', {}, ''],
  ])('%s', (_name, content, text) => {
    expect(contentText(content)).toBe(text)
  })
})
