import { expect, test } from 'vitest'
import { mayAnswerItself } from '../../src/domain/automatic.ts'

test.each([
  ['request', 'al', undefined, true],
  ['query', 'al', undefined, true],
  ['handoff', 'al', undefined, true],
  ['escalation', 'al', undefined, true],
  ['response', 'al', undefined, false],
  ['notification', 'al', undefined, false],
  ['request', 'al', true, false],
  ['request', 'system', undefined, false],
] as const)('a program answers a %s of %s, automatic %j, by itself: %s', (kind, from, automatic, may) => {
  expect(mayAnswerItself({ kind, from, automatic })).toBe(may)
})
