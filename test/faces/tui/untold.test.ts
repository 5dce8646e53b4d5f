import { describe, expect, it } from 'vitest'
import { fieldsOf, untold } from '../../../src/faces/tui/panes/thread/untold.ts'
import { message } from '../../support/tui-state.ts'

const fields = { Branch: 'fix', Polecat: 'nux', 'Failure Type': 'tests' }

describe('what a protocol mail says beside its fields', () => {
  it.each([
    { what: 'nothing', body: 'Branch: fix\nPolecat: nux\nFailure Type: tests', left: '' },
    { what: 'words below', body: 'Branch: fix\nPolecat: nux\n\nBoth are mine.', left: 'Both are mine.' },
    {
      what: 'words around',
      body: 'Look:\n\nBranch: fix\n\nand hurry.\nPolecat: nux',
      left: 'Look:\n\nand hurry.',
    },
    { what: 'a field spelled otherwise', body: 'failure-type:  tests ', left: '' },
    { what: 'another value of the same field', body: 'Branch: fix\nBranch: main', left: 'Branch: main' },
    { what: 'the same line twice', body: 'Branch: fix\nBranch: fix', left: 'Branch: fix' },
    { what: 'a field in code', body: '```\nBranch: fix\n```', left: '```\nBranch: fix\n```' },
    { what: 'a key that is no field', body: 'Colour: red\nBranch: fix', left: 'Colour: red' },
    { what: 'Windows lines', body: 'Branch: fix\r\n\r\nDone.\r\n', left: 'Done.' },
  ])('is left: $what', ({ body, left }) => {
    expect(untold(message('H1', { body, fields }))).toBe(left)
  })

  it('is all of it where it has no fields', () => {
    expect(untold(message('H1', { body: 'Branch: fix' }))).toBe('Branch: fix')
  })
})

it('tells no field that the text has under a heading of its own', () => {
  const body = 'Branch: fix\n\n## Next\n\n1. one\n2. two\n'
  const told = message('H1', { body, fields: { Branch: 'fix', Next: '1. one\n2. two' } })
  expect(fieldsOf(told)).toEqual({ Branch: 'fix' })
  expect(untold(told)).toBe('## Next\n\n1. one\n2. two')
})
