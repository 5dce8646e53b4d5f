import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openRecent } from '../../src/domain/recent.ts'

describe('the values set last', () => {
  it('are those of a map for as many keys as asked, and of fewer than twice as many in all', () => {
    const key = fc.integer({ min: 0, max: 20 })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), fc.array(key, { maxLength: 60 }), (least, keys) => {
        const recent = openRecent<number, number>(least)
        const map = new Map<number, number>()
        for (const [at, each] of keys.entries()) {
          recent.set(each, at)
          map.delete(each)
          map.set(each, at)
          const newest = [...map].slice(-least)
          expect(newest.map(([one]) => recent.get(one))).toEqual(newest.map(([, value]) => value))
        }
        const known = [...map].filter(([one]) => recent.get(one) !== undefined)
        expect(known.length).toBeLessThan(2 * least)
        expect(known.map(([one]) => recent.get(one))).toEqual(known.map(([, value]) => value))
      }),
    )
  })
})
