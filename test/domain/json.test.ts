import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readEvidence } from '../../src/domain/debates/evidence.ts'
import { type Json, jsonFlaw } from '../../src/domain/json.ts'
import { sealedContent } from '../../src/domain/seal.ts'
import { parseBody } from '../../src/faces/mail/server-body.ts'
import { requireRecord } from '../../src/formats/fields.ts'
import { checkInput, json } from '../../src/input/input.ts'

const id = '1497549923779084388'

test('an integer is kept digit by digit, or has a flaw', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), (integer) => {
      const value = JSON.parse(`{"ids":[${integer}]}`) as Json
      if (jsonFlaw(value) === null) expect(JSON.stringify(value)).toBe(`{"ids":[${integer}]}`)
      else expect(BigInt(Number.MAX_SAFE_INTEGER)).toBeLessThan(integer < 0n ? -integer : integer)
    }),
  )
})

test.each([
  ['9007199254740991', true],
  ['9007199254740992', false],
  ['-9007199254740993', false],
  ['[{"deep":[18446744073709551615]}]', false],
  ['"18446744073709551615"', true],
  ['1e400', false],
  ['6.02214076e23', true],
  ['0.1', true],
])('%s can be kept: %s', (text, isKept) => {
  expect(jsonFlaw(JSON.parse(text)) === null).toBe(isKept)
})

describe('every way in keeps the digits or refuses', () => {
  const text = `{"id":${id}}`
  const value = JSON.parse(text) as Json
  test.each<[string, () => unknown]>([
    [
      'a field as text, as the command line has it',
      () => checkInput({ payload: json('') }, { payload: text }),
    ],
    [
      'a field as a value, as tools and batches have it',
      () => checkInput({ payload: json('') }, { payload: value }),
    ],
    ['the body of a request', () => parseBody(text)],
    ['a record of another system', () => requireRecord(value)],
  ])('%s', (_, take) => {
    expect(take).toThrow('an integer beyond 9007199254740991, which would lose digits')
  })

  test.each<[string, () => unknown]>([
    ['sealed content', () => sealedContent(`{"watchpost":1,"body":"","payload":${text}}`).body],
    ['evidence', () => readEvidence(text)],
  ])('%s stays text', (_, read) => {
    expect(read()).toEqual(expect.stringContaining(id))
  })
})
