import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Desk, openDesk } from '../../support/cli.ts'

let desk: Desk
let id: string
beforeAll(() => {
  desk = openDesk(['ana', 'critic'])
  id = desk.json('send', 'critic', '-s', 'Look at it', '--as', 'ana').id as string
})
afterAll(() => desk.close())

const at = (zone: string, ...args: readonly string[]) =>
  desk.run([...args, '--as', 'critic', '--json'], { env: { TZ: zone } })

/** The next moment at which this clock shows this hour, tomorrow or later. */
function tomorrowAt(hour: number, offset: number): string {
  const day = new Date(Date.now() + offset * 3_600_000 + 86_400_000).toISOString().slice(0, 10)
  return new Date(Date.parse(`${day}T00:00:00Z`) + (hour - offset) * 3_600_000).toISOString()
}

it.each([
  ['Asia/Tokyo', 9],
  ['Etc/GMT+5', -5],
])('snoozes until a time as people write it, by the clock of %s', (zone, offset) => {
  const { code, err } = at(zone, 'snooze', id, '--until', 'tomorrow 9am')
  expect([code, err]).toEqual([0, ''])
  const last = desk.json('history', id).events.at(-1)
  expect(last).toMatchObject({ what: 'snooze', detail: { until: tomorrowAt(9, offset) } })
  expect(desk.run(['undo', '--as', 'critic']).code).toBe(0)
})

it.each([
  ['snooze', '--until'],
  ['draft', '--send-in'],
] as const)('%s refuses a time that is over, and what is none', (command, flag) => {
  const words =
    command === 'snooze' ? ['snooze', id, flag] : ['draft', 'save', 'send', 'ana', '-s', 'Later', flag]
  for (const past of ['yesterday', 'last monday', '2020-01-31'])
    expect(at('UTC', ...words, past).err).toContain(`That time is in the past: \\"${past}\\"`)
  for (const wrong of ['soonish', '99999999d', 'tomorrow '.repeat(1_200)]) {
    const { code, err } = at('UTC', ...words, wrong)
    expect([code, err.includes('tomorrow 9am')]).toEqual([2, true])
    expect(err).toContain(wrong.slice(0, 30))
  }
})

describe('a time that a person types', () => {
  it('says when a draft is sent', () => {
    const saved = (time: string) => {
      const { out, err } = at('Asia/Tokyo', 'draft', 'save', 'send', 'ana', '-s', 'Later', '--send-in', time)
      expect(err).toBe('')
      return JSON.parse(out).sendAt as string
    }
    expect(saved('tomorrow 9am')).toBe(tomorrowAt(9, 9))
    expect(Date.parse(saved('2h')) - Date.now()).toBeGreaterThan(7_000_000)
  })

  it('ends a message, and finds what came since', () => {
    expect(at('UTC', 'send', 'ana', '-s', 'Brief', '--expires', 'in 2 hours').code).toBe(0)
    const found = JSON.parse(at('UTC', 'search', 'after:yesterday', 'Brief').out)
    expect(found.messages).toHaveLength(1)
    expect(JSON.parse(at('UTC', 'search', 'before:yesterday', 'Brief').out).messages).toEqual([])
    expect(at('UTC', 'search', 'after:soonish')).toMatchObject({ code: 2 })
  })
})
