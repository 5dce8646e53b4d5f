import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openNumberList } from '../../src/domain/number-list.ts'
import { openNumbering } from '../../src/domain/numbering.ts'

const word = fc.integer({ min: 0, max: 2 ** 32 - 1 })

describe('the numbers of texts', () => {
  it('are those of a map that is filled in the same order, whatever the key', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.constantFrom('', 'a', 'ab', 'ba', 'é', 'e\u0301'),
    )
    fc.assert(
      fc.property(word, word, fc.array(text, { maxLength: 60 }), text, (one, two, texts, other) => {
        const numbering = openNumbering([one, two])
        const map = new Map<string, number>()
        for (const each of texts) {
          if (!map.has(each)) map.set(each, map.size)
          expect(numbering.of(each)).toBe(map.get(each))
        }
        expect(numbering.size).toBe(map.size)
        expect(numbering.find(other)).toBe(map.get(other))
        expect(numbering.size).toBe(map.size)
      }),
    )
  })

  it('stay the same while many texts that differ little come', () => {
    const count = 200_000
    const numbering = openNumbering([1, 2])
    const name = (at: number) => `2026-11-23T00:00:00.000Z-agent-${at}`
    for (let at = 0; at < count; at += 1) numbering.of(name(at))
    let wrong = 0
    for (let at = 0; at < count; at += 1) if (numbering.find(name(at)) !== at) wrong += 1
    expect([numbering.size, wrong, numbering.find(name(count))]).toEqual([count, 0, undefined])
  })
})

describe('a list of numbers', () => {
  it.each([
    ['whole', [-1, 0, 2 ** 31 - 1]],
    ['any', [-1, 0.5, 2 ** 52]],
  ] as const)('of the kind %s keeps what is pushed and set', (kind, values) => {
    const list = openNumberList(kind)
    for (let at = 0; at < 5_000; at += 1) list.push(values[at % values.length] ?? 0)
    expect(list.length).toBe(5_000)
    expect(values.map((_, at) => list.at(3_000 + at))).toEqual(values)
    list.set(4_999, values[2])
    expect(list.at(4_999)).toBe(values[2])
  })

  it('refuses places beyond its end', () => {
    const list = openNumberList('whole')
    list.push(7)
    expect(() => list.at(1)).toThrow(RangeError)
    expect(() => list.set(1, 7)).toThrow(RangeError)
  })
})
