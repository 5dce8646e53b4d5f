import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { iso } from '../../src/domain/moment.ts'

describe('iso', () => {
  it.each([0, 999, 253_402_300_800_000, -1, 0.5])('writes %d as Date does', (at) => {
    expect(iso(at)).toBe(new Date(at).toISOString())
  })

  it('writes a time beyond all calendars as the last that there is', () => {
    const last = '+275760-09-13T00:00:00.000Z'
    expect([8.64e15, 8.64e15 + 2, Number.MAX_SAFE_INTEGER, Number.POSITIVE_INFINITY].map(iso)).toEqual([
      last,
      last,
      last,
      last,
    ])
    fc.assert(fc.property(fc.double({ noNaN: true }), (at) => iso(at).endsWith('Z')))
  })

  it('knows no time for none', () => {
    expect(iso(null)).toBeNull()
  })
})
