import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deadlineOf } from '../../src/domain/escalation.ts'
import { iso, notATime, parseDate, parsePast, parseTime, requireTime } from '../../src/domain/moment.ts'
import { wrongValues } from '../../src/domain/protocol/field-values.ts'
import { parseQuery } from '../../src/domain/query/query.ts'
import { timeOf } from '../../src/formats/fields.ts'
import { checkInput } from '../../src/input/check-input.ts'
import { time } from '../../src/input/input.ts'

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

describe('a day that the calendar does not have', () => {
  const impossible = [
    '2027-02-30',
    '2027-02-29T09:00',
    '2028-02-30 09:00Z',
    '2027-04-31',
    '2027-06-31T00:00:00Z',
    '2027-01-32',
    '2027-01-00',
    '2027-13-01',
    '2027-00-10',
    '1900-02-29',
  ] as const

  it.each(impossible)('%s is no time wherever one is read', (text) => {
    expect(parseTime(text, 0)).toBeUndefined()
    expect(parsePast(text, 0)).toBeUndefined()
    expect(parseDate(text)).toBeNaN()
    expect(deadlineOf({ deadline: text })).toBeNull()
    expect(() => timeOf(text.replace(/^(.{10})$/u, '$1T00:00'), 'sent')).toThrow('not a time')
    const field = { name: 'by', time: true } as never
    expect(wrongValues({ fields: [field] } as never, new Map([['by', text]]))).toHaveLength(1)
  })

  it.each(impossible)('%s is refused with the reason', (text) => {
    expect(notATime('--until', text)).toBe(`--until is not a time: ${text} (there is no such day)`)
    expect(() => requireTime(text, 0, '--until')).toThrow('there is no such day')
    expect(() => parseQuery(`after:"${text}"`, 0)).toThrow('there is no such day')
    expect(() => checkInput({ until: time('Until') }, { until: text })).toThrow(
      'must be a time on a day that exists',
    )
  })

  it.each(['2027-02-28', '2028-02-29', '2000-02-29', '2027-12-31', '2027-01-01T00:00Z', '0001-01-01'])(
    '%s is one',
    (text) => {
      expect(parseDate(text)).toBe(Date.parse(text))
    },
  )
})
