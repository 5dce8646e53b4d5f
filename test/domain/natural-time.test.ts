import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readNatural } from '../../src/domain/natural-time.ts'
import { readQuery } from '../../src/domain/query/query.ts'

const zone = process.env['TZ']
beforeAll(() => {
  process.env['TZ'] = 'Europe/Berlin'
})
afterAll(() => {
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
})

/** Wednesday, 14:00 in Berlin. */
const now = Date.UTC(2027, 0, 27, 13)
const berlin = (at: number | undefined) =>
  at === undefined ? undefined : new Date(at + 3_600_000).toISOString().slice(0, 16)

describe('a time to come', () => {
  it.each([
    ['tomorrow 9am', '2027-01-28T09:00'],
    ['Tomorrow', '2027-01-28T09:00'],
    ['tomorrow at 17:30', '2027-01-28T17:30'],
    ['17:30', '2027-01-27T17:30'],
    ['9am', '2027-01-28T09:00'],
    ['9am UTC', '2027-01-28T10:00'],
    ['in 2h', '2027-01-27T16:00'],
    ['in 90 minutes', '2027-01-27T15:30'],
    ['half an hour', '2027-01-27T14:30'],
    ['monday', '2027-02-01T09:00'],
    ['wednesday', '2027-02-03T09:00'],
    ['friday at 5pm', '2027-01-29T17:00'],
    [' next week ', '2027-02-03T14:00'],
    ['tonight', '2027-01-27T22:00'],
    ['noon', '2027-01-28T12:00'],
    ['Jan 5', '2028-01-05T09:00'],
    // Over, and for whoever asks to refuse.
    ['today', '2027-01-27T09:00'],
    ['yesterday', '2027-01-26T09:00'],
    ['last monday', '2027-01-25T09:00'],
    ['3 days ago', '2027-01-24T14:00'],
  ])('%s', (text, expected) => {
    expect(berlin(readNatural(text, now, 'future'))).toBe(expected)
  })

  it('keeps the clock where summer time begins in between', () => {
    const before = Date.UTC(2027, 2, 27, 12)
    expect(readNatural('tomorrow 9am', before, 'future')).toBe(Date.UTC(2027, 2, 28, 7))
  })
})

describe('a time that is over', () => {
  it.each([
    ['yesterday', '2027-01-26T00:00'],
    ['today', '2027-01-27T00:00'],
    ['monday', '2027-01-25T00:00'],
    ['friday', '2027-01-22T00:00'],
    ['friday 9am', '2027-01-22T09:00'],
    ['17:30', '2027-01-26T17:30'],
    ['9am', '2027-01-27T09:00'],
    ['december', '2026-12-01T00:00'],
    ['2 hours ago', '2027-01-27T12:00'],
    ['tomorrow', '2027-01-28T00:00'],
  ])('%s', (text, expected) => {
    expect(berlin(readNatural(text, now, 'past'))).toBe(expected)
  })
})

it.each([
  'blah',
  '',
  'monday to friday',
  'meet me tomorrow',
  'day after tomorrow',
  '1/2',
  '25:00',
  '2027-02-30',
  '99999999d',
  '9999999999 years ago',
  '\u0000',
  'tomorrow\u202e',
])('%j is no time', (text) => {
  for (const towards of ['future', 'past'] as const) expect(readNatural(text, now, towards)).toBeUndefined()
})

describe('a search', () => {
  it.each([
    ['after:monday', '2027-01-25T00:00'],
    ['before:"yesterday 17:00"', '2027-01-26T17:00'],
    ['after:17:30', '2027-01-26T17:30'],
    ['after:2h', '2027-01-27T12:00'],
  ])('%s', async (query, expected) => {
    const { terms } = await readQuery(query, now)
    expect(terms.map((term) => ('at' in term ? berlin(term.at) : null))).toEqual([expected])
  })

  it.each(['after:blah', `after:"${'tomorrow '.repeat(1_200)}"`])('refuses %.20s', async (query) => {
    await expect(readQuery(query, now)).rejects.toMatchObject({ code: 'usage' })
  })
})
