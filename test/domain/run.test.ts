import { expect, test } from 'vitest'
import { reasonOf } from '../../src/domain/run.ts'

const failed = (complaint: string) => reasonOf({ exit: 1, signal: null, complaint }, null)

test('the reason of a failure ends with the program’s complaint, cut between characters', () => {
  expect(failed(' no such file \n')).toBe('exit code 1: no such file')
  expect(failed(`long ${'x'.repeat(1000)}`)).toBe(`exit code 1: … ${'x'.repeat(1000)}`)
  expect(failed(`😀${'x'.repeat(999)}`)).toBe(`exit code 1: … ${'x'.repeat(999)}`)
})
