import { describe, expect, test } from 'vitest'
import { openFarClock } from '../../store/shared/far-clock.ts'

const noon = Date.UTC(2027, 0, 31, 12)
const minute = 60_000
const hour = 60 * minute

/** A machine whose clocks a test moves. */
function machine(day = noon) {
  const at = { day, steady: 5_000, up: 70_000 }
  return {
    at,
    sources: { day: () => at.day, steady: () => at.steady, uptime: () => at.up },
    pass(length: number) {
      at.day += length
      at.steady += length
      at.up += length
    },
    sleep(length: number) {
      at.day += length
      at.up += length
    },
  }
}

type Machine = ReturnType<typeof machine>

function opened(here: Machine) {
  const clock = openFarClock(here.sources)
  /** A question to a clock that is ahead of this machine as it began. */
  const ask = (ahead: number, { there = 0, back = 0 } = {}) => {
    const begun = clock.elapsed()
    here.pass(there)
    const said = noon + ahead + (clock.elapsed() - start)
    here.pass(back)
    clock.learn({ heard: said, said }, begun, clock.elapsed())
  }
  const start = clock.elapsed()
  return { clock, ask }
}

describe('a clock elsewhere', () => {
  test.each([11 * minute, -11 * minute, 0])('is known by one exchange: %i ms ahead', (ahead) => {
    const here = machine()
    const { clock, ask } = opened(here)
    ask(ahead)
    expect(clock.now()).toBe(noon + ahead)
    here.pass(minute)
    expect(clock.now()).toBe(noon + ahead + minute)
    expect(clock.ahead() + ahead).toBeCloseTo(0, -2)
  })

  test('is this machine’s until it is known, and then runs its own way', () => {
    const here = machine()
    const { clock, ask } = opened(here)
    expect([clock.now(), clock.ahead()]).toEqual([noon, 0])
    ask(-11 * minute)
    expect(clock.now()).toBe(noon - 11 * minute)
  })

  test('does not move with the time of day', () => {
    const here = machine()
    const { clock, ask } = opened(here)
    ask(0)
    for (const moved of [hour, -2 * hour]) {
      here.at.day += moved
      expect(clock.now()).toBe(noon)
    }
    expect(clock.ahead()).toBe(-hour + 1)
  })

  test('goes on while the machine sleeps, whose steady clock stands', () => {
    const here = machine()
    const { clock, ask } = opened(here)
    ask(minute)
    here.sleep(8 * hour)
    expect(clock.now()).toBe(noon + minute + 8 * hour)
    expect(clock.isOld()).toBe(true)
    here.at.day -= hour
    here.pass(minute)
    expect(clock.now()).toBe(noon + 2 * minute + 8 * hour)
  })

  test('is off by half an exchange at most, and does not count the time that the answer took', () => {
    const here = machine()
    const { clock, ask } = opened(here)
    ask(0, { there: 2_000, back: 0 })
    expect(Math.abs(clock.now() - here.at.day)).toBe(1_000)
    expect(clock.ahead()).toBe(0)
    const asked = clock.elapsed()
    here.pass(30_000)
    clock.learn({ heard: noon + 2_000, said: noon + 32_000 }, asked, clock.elapsed())
    expect(clock.now()).toBe(here.at.day)
  })

  test('is not known worse by a slow exchange, nor by an answer that makes no sense', () => {
    const here = machine()
    const { clock, ask } = opened(here)
    ask(0)
    ask(0, { there: 20_000 })
    expect(clock.now()).toBe(here.at.day)
    for (const told of [Number.NaN, -1, 1e300, '0', null, undefined])
      clock.learn({ heard: told as number, said: told as number }, clock.elapsed(), clock.elapsed())
    expect(clock.now()).toBe(here.at.day)
  })

  test('stands still where it turns out to be ahead, and never runs backwards', () => {
    const here = machine()
    const { clock, ask } = opened(here)
    ask(0, { there: 3_000 })
    const before = clock.now()
    ask(0)
    const seen = [before]
    for (let step = 0; step < 20; step += 1) {
      seen.push(clock.now())
      here.pass(100)
    }
    expect(seen).toEqual([...seen].sort((one, other) => one - other))
    expect(seen[1]).toBe(before)
    expect(clock.now()).toBe(here.at.day)
  })

  test('follows a clock that was itself set back, and on', () => {
    const here = machine()
    const { clock, ask } = opened(here)
    ask(hour)
    expect(clock.now()).toBe(noon + hour)
    ask(0)
    expect(clock.now()).toBe(noon)
    ask(2 * hour)
    expect(clock.now()).toBe(noon + 2 * hour)
  })

  test('wants to be asked again in time, sooner where it is doubted', () => {
    const here = machine()
    const { clock, ask } = opened(here)
    ask(0)
    here.pass(20_000)
    expect(clock.isOld()).toBe(false)
    clock.doubt()
    expect(clock.isOld()).toBe(true)
    ask(0)
    expect(clock.isOld()).toBe(false)
    here.pass(2 * minute)
    expect(clock.isOld()).toBe(true)
  })
})
