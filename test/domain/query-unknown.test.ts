import { expect, test } from 'vitest'
import { unknownIn } from '../../src/domain/query/unknown.ts'

const names = ['swarm_dev/critic', 'coo', 'lea']

test.each([
  ['from:critic', []],
  ['from:swarm_dev/critic tests', []],
  ['form:critic', ['form: is no field of the search; did you mean from:?']],
  ['-colour:red', ['colour: is no field of the search']],
  ['from:critik', ['Nobody here is named critik; did you mean swarm_dev/critic?']],
  ['(to:nemo or from:coo)', ['Nobody here is named nemo.']],
  ['to:role:reviewer from:swarm_*', []],
  ['"form:critic" https://x.example from:system', []],
  ['kind:request is:unread', []],
])('what %s names that nothing has', (query, expected) => {
  expect(unknownIn(query, names)).toEqual(expected)
})

test('without a roster names are not judged', () => {
  expect(unknownIn('from:nemo', null)).toEqual([])
})
