import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { iso } from '../../src/domain/moment.ts'

describe('iso', () => {
  it.each([
    0, 1, 999, 951_782_399_999, 951_782_400_000, 951_868_800_000, 1_709_164_800_000, 4_107_542_399_999,
    4_107_542_400_000, 253_402_300_799_999, 253_402_300_800_000, -1, 0.5,
  ])('writes %d as Date does', (at) => {
    expect(iso(at)).toBe(new Date(at).toISOString())
  })

  it('writes any time as Date does', () => {
    fc.assert(
      fc.property(fc.integer({ min: -(10 ** 13), max: 26 * 10 ** 13 }), (at) => {
        expect(iso(at)).toBe(new Date(at).toISOString())
      }),
      { numRuns: 2000 },
    )
  })

  it('writes each day of four centuries as Date does', () => {
    for (let day = 0; day < 146_097; day += 1) {
      const at = day * 86_400_000
      if (iso(at) !== new Date(at).toISOString()) expect(iso(at)).toBe(new Date(at).toISOString())
    }
  })

  it('knows no time for none', () => {
    expect(iso(null)).toBeNull()
  })
})
