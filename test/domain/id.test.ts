import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { beginningOf, digitsOf, numberOf, parseId, shortId } from '../../src/domain/id.ts'

const beyond32 = 2 ** 32
const largest = 2 ** 47

describe('short ids', () => {
  test('come back as the number they were made from', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: largest }), (id) => {
        expect(parseId(shortId(id))).toMatchObject({ form: 'short', id })
        expect(numberOf(digitsOf(id))).toBe(id)
      }),
    )
  })

  test.each([1, 2, 31, 32, 1023, 2 ** 20 - 1, 2 ** 20, 2 ** 20 + 1, beyond32, largest])('%d', (id) => {
    expect(parseId(shortId(id))).toMatchObject({ form: 'short', id })
  })

  test('have five characters for the first million', () => {
    expect([1, 2, 500_000, 2 ** 20 - 1].map((id) => shortId(id).length)).toEqual([5, 5, 5, 5])
  })

  test('are all different, and neighbours look nothing alike', () => {
    const ids = Array.from({ length: 5000 }, (_, at) => shortId(at + 1))
    expect(new Set(ids).size).toBe(ids.length)
    const alike = ids.filter((id, at) => ids[at + 1]?.slice(0, 2) === id.slice(0, 2))
    expect(alike.length).toBeLessThan(50)
  })

  test('use no letter that is taken for another', () => {
    expect(Array.from({ length: 2000 }, (_, at) => shortId(at + 1)).join('')).not.toMatch(/[ILOU]/u)
  })
})

describe('what people write', () => {
  const id = shortId(4711)
  const digits = digitsOf(4711)

  test.each([
    ['lower case', id.toLowerCase()],
    ['with spaces around', `  ${id} `],
  ])('%s is the same id', (_, text) => {
    expect(parseId(text)).toMatchObject({ form: 'short', id: 4711 })
  })

  test('O is read as 0, and I and L as 1', () => {
    const withBoth =
      Array.from({ length: 100_000 }, (_, at) => at + 1).find((n) => /0.*1|1.*0/u.test(shortId(n))) ?? 0
    const text = shortId(withBoth)
    expect(parseId(text.replace(/0/gu, 'o').replace(/1/gu, 'l'))).toMatchObject({
      form: 'short',
      id: withBoth,
    })
    expect(parseId(text.replace(/0/gu, 'O').replace(/1/gu, 'I'))).toMatchObject({
      form: 'short',
      id: withBoth,
    })
  })

  test.each([2, 3, 4])('%d characters are a prefix', (length) => {
    const text = digits.slice(0, length)
    expect(parseId(text)).toEqual({ form: 'prefix', digits: text, text })
  })

  test('every single wrong character is noticed, never taken for another message', () => {
    for (let at = 0; at < id.length; at += 1)
      for (const other of '0123456789ABCDEFGHJKMNPQRSTVWXYZ') {
        if (other === id[at]) continue
        const wrong = id.slice(0, at) + other + id.slice(at + 1)
        expect(parseId(wrong), wrong).toMatchObject({ form: 'misspelled' })
      }
  })

  test.each([
    ['0f8fad5b-d9cb-469f-a165-70867728950e', 'uuid'],
    ['0F8FAD5B-D9CB-469F-A165-70867728950E', 'uuid'],
    ['MSG-abc123def456', 'foreign'],
    ['', 'foreign'],
    ['A', 'foreign'],
    ['hq-12*', 'foreign'],
    ['00000000000000', 'foreign'],
  ])('%j is a %s id', (text, form) => {
    expect(parseId(text).form).toBe(form)
  })
})

describe('what was no id', () => {
  test.each([
    ['MSG-abc1', true],
    ['0f8fad5b-d9', true],
    ['0f8fad5b', true],
    ['hq-', false],
    ['Q8Y7X', false],
    ['Q8Y7DQ8Y7D', false],
    ['0f8fad5b-d9cb-469f-a165-70867728950e', false],
  ])('%s may be the beginning of one: %s', (text, may) => {
    const beginning = beginningOf(parseId(text))
    expect(beginning).toEqual(may ? { form: 'beginning', text } : null)
  })
})
