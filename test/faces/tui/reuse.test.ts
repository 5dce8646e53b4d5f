import fc from 'fast-check'
import { expect, it } from 'vitest'
import { reuse } from '../../../src/faces/tui/reuse.ts'

const plain = fc.jsonValue({ maxDepth: 4 })

it('says what came, whatever was there', () => {
  fc.assert(
    fc.property(plain, plain, (before, after) => {
      expect(reuse(before, after)).toEqual(after)
    }),
  )
})

it('is what was there where nothing changed', () => {
  fc.assert(
    fc.property(plain, (value) => {
      expect(reuse(value, structuredClone(value))).toBe(value)
    }),
  )
})

it('changes neither', () => {
  fc.assert(
    fc.property(plain, plain, (before, after) => {
      const [one, other] = [structuredClone(before), structuredClone(after)]
      reuse(before, after)
      expect([before, after]).toEqual([one, other])
    }),
  )
})

it('knows rows again wherever they stand now, and draws anew only what changed', () => {
  const [a, b] = [
    { id: 'a', parts: { age: 1 } },
    { id: 'b', parts: { age: 2 } },
  ] as const
  const [first, second, third] = reuse(
    [a, b],
    [{ id: 'c', parts: { age: 0 } }, structuredClone(a), { id: 'b', parts: { age: 3 } }],
  )
  expect(second).toBe(a)
  expect(first).toEqual({ id: 'c', parts: { age: 0 } })
  expect(third).toEqual({ id: 'b', parts: { age: 3 } })
})

it('takes a field that is gone, or came, for a change', () => {
  const before = { one: 1, two: undefined as unknown }
  expect(Object.keys(reuse(before, { one: 1 }))).toEqual(['one'])
  expect(Object.keys(reuse({ one: 1 }, { one: 1, two: undefined }))).toEqual(['one', 'two'])
  expect(Object.keys(reuse({ one: 1, three: 3 }, { one: 1, two: undefined }))).toEqual(['one', 'two'])
})
