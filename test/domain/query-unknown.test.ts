import { expect, test } from 'vitest'
import { unknownIn } from '../../src/domain/query/unknown.ts'

const names = ['swarm_dev/critic', 'coo', 'lea']

test.each([
  ['from:critic', []],
  ['from:swarm_dev/critic tests', []],
  ['form:critic', ['Unknown search field: form: (did you mean from:?)']],
  ['-colour:red', ['Unknown search field: colour:']],
  ['from:critik', ['Unknown agent: critik (did you mean swarm_dev/critic?)']],
  ['(to:nemo or from:coo)', ['Unknown agent: nemo']],
  ['to:role:reviewer from:swarm_*', []],
  ['"form:critic" https://x.example from:system', []],
  ['kind:request is:unread', []],
])('what %s names that nothing has', (query, expected) => {
  expect(unknownIn(query, names)).toEqual(expected)
})

test('without a roster names are not judged', () => {
  expect(unknownIn('from:nemo', null)).toEqual([])
})
