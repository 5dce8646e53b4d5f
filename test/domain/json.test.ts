import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readEvidence } from '../../src/domain/debates/evidence.ts'
import { type Json, jsonFlaw } from '../../src/domain/json.ts'
import { hasRounded } from '../../src/domain/rounded.ts'
import { sealedContent } from '../../src/domain/seal.ts'
import { parseBody } from '../../src/faces/http/body.ts'
import { requireRecord } from '../../src/formats/fields.ts'
import { checkInput, json } from '../../src/input/input.ts'

const id = '1497549923779084388'

test('an integer is kept as it was written, or has a flaw', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), (integer) => {
      const text = `{"ids":[${integer}]}`
      const value = JSON.parse(text) as { readonly ids: readonly number[] }
      if (jsonFlaw(value, hasRounded(text)) === null) expect(BigInt(value.ids[0] ?? 0)).toBe(integer)
      else expect(BigInt(Number.MAX_SAFE_INTEGER)).toBeLessThan(integer < 0n ? -integer : integer)
    }),
  )
})

test('a value without its text is kept only as it is printed again', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
      if (jsonFlaw(number) === null)
        expect(JSON.parse(JSON.stringify(number))).toBe(number === 0 ? 0 : number)
      else expect(Math.abs(number)).toBeGreaterThan(Number.MAX_SAFE_INTEGER)
    }),
  )
})

test.each([
  ['9007199254740991', true],
  ['-9007199254740991', true],
  // 2^53 may be the next integer, which was rounded to it.
  ['9007199254740992', false],
  ['-9007199254740993', false],
  ['[{"deep":[18446744073709551615]}]', false],
  ['"18446744073709551615"', true],
  ['1497549923779084388', false],
  ['1e20', true],
  ['1E+20', true],
  ['100000000000000000000', true],
  ['100000000000000000001', false],
  ['99999999999999999999', false],
  ['1e21', true],
  ['1e22', true],
  ['1234567890123456789012', false],
  ['1234567890123456789012345678', false],
  ['123456789012345e10', true],
  ['1234567890123456.5e10', false],
  ['1e300', true],
  ['1.7976931348623157e308', false],
  ['1e400', false],
  ['-1e400', false],
  ['6.02214076e23', true],
  ['0.1', true],
  ['1.2345678901234567', true],
  ['12345678901234567.5', false],
  ['"100000000000000000001"', true],
  ['{"100000000000000000001":1}', true],
  ['["a\\"", 100000000000000000001]', false],
])('%s can be kept: %s', (text, isKept) => {
  expect(jsonFlaw(JSON.parse(text), hasRounded(text)) === null).toBe(isKept)
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
