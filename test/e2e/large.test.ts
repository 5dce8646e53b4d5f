import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { agentName, fillStore } from '../../src/dev/bench/fill.ts'
import { proved } from '../support/terminal-repaint.ts'
import { emptyStore, leaveAll, type Seat, sitDown } from '../support/terminal-world.ts'

/** One mail in five is the first agent's. */
const messages = 100_000
let seat: Seat

beforeAll(async () => {
  const store = await emptyStore(['lea'])
  fillStore(store, { messages, agents: 20 }, Date.now())
  seat = await sitDown({ store, as: agentName(0), columns: 160, rows: 40 })
})
afterAll(leaveAll)

describe(`a store of ${messages.toLocaleString('en')} messages`, () => {
  it('opens on its most pressing mail', async () => {
    await seat.sees(/▸!! ●/u)
    await seat.sees(/1–35 of \d+\+/u)
  })

  it('follows a j that is held down', async () => {
    for (let held = 0; held < 25; held += 1) {
      const before = seat.screen().join('\n')
      await seat.send('j'.repeat(30))
      await seat.until('other rows', (lines) => lines.join('\n') !== before)
    }
    await seat.sees('more above')
    await proved(seat, ['j'], 'more above')
    await seat.press('g', 'g')
    await seat.sees(/1–35 of/u)
  })

  it('goes to the very end and back', async () => {
    await seat.press('G')
    await seat.sees('more above')
    await seat.misses('to the end …')
    await seat.until('the last row', (lines) => /▸.* #\d+/u.test(lines[37] ?? ''))
    await proved(seat, ['k'], 'more above')
    await seat.press('g', 'g')
    await seat.sees(/1–35 of/u)
  })

  it('searches all of it', async () => {
    await seat.press('/')
    await seat.type('is:unread frame')
    await seat.sees('Search is:unread frame')
    await seat.sees(/1–\d+ of/u)
    await seat.press('Enter', 'G')
    await seat.quiet()
    await proved(seat, ['g', 'g'], /1–\d+ of/u)
    expect(seat.isAlternate()).toBe(true)
  })
})
