import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Clock } from '../../../../src/faces/tui/terminal/clock.ts'
import { openScreen } from '../../../../src/faces/tui/terminal/screen.ts'
import { proof, scaled } from '../../../support/scale.ts'
import { type Emulator, openEmulator } from '../../../support/terminal-emulator.ts'
import { frames } from '../../../support/terminal-frames.ts'
import { controlBytesOnTheWire } from '../../../support/terminal-wire.ts'

const columns = 24
const rows = 6
const runs = scaled(100, 1_000)

function heldClock(): Clock & { pass(milliseconds: number): void } {
  let now = 0
  let waiting: { at: number; run: () => void }[] = []
  return {
    now: () => now,
    after(delay, run) {
      const entry = { at: now + delay, run }
      waiting.push(entry)
      return () => {
        waiting = waiting.filter((other) => other !== entry)
      }
    },
    pass(milliseconds) {
      now += milliseconds
      const due = waiting.filter(({ at }) => at <= now)
      waiting = waiting.filter(({ at }) => at > now)
      for (const { run } of due) run()
    },
  }
}

function openRecorded(size = { columns, rows }) {
  const writes: string[] = []
  const clock = heldClock()
  const written: number[] = []
  const screen = openScreen({
    output: { write: (data) => writes.push(data), ...size },
    clock,
    onFrameWritten: (drawn) => written.push(drawn),
  })
  return { screen, writes, clock, written }
}

async function shown(emulator: Emulator, data: string) {
  await emulator.write(data)
  return emulator.cells()
}

describe.each(['11', '6'] as const)('on a terminal with the widths of Unicode %s', (unicode) => {
  test(
    proof('screen writer: after increments it equals a full repaint', runs, 'series of frames'),
    async () => {
      await fc.assert(
        fc.asyncProperty(frames, async (sequence) => {
          const { screen, writes, clock } = openRecorded()
          const grown = openEmulator({ columns, rows, unicode })
          await grown.write('\x1b[?7l')
          for (const frame of sequence) {
            screen.draw(frame)
            clock.pass(16)
            const fresh = openEmulator({ columns, rows, unicode })
            await fresh.write('\x1b[?7l')
            const incremental = await shown(grown, writes.splice(0).join(''))
            const repainted = openRecorded()
            repainted.screen.draw(frame)
            expect(incremental).toEqual(await shown(fresh, repainted.writes.join('')))
          }
          const last = grown.cells()
          screen.repaint()
          expect(await shown(grown, writes.splice(0).join(''))).toEqual(last)
        }),
        { numRuns: runs },
      )
    },
  )
})

test('no control byte reaches the terminal, whatever the frame holds', () => {
  fc.assert(
    fc.property(frames, fc.string({ unit: 'binary' }), (sequence, noise) => {
      const { screen, writes, clock } = openRecorded()
      for (const frame of [...sequence, noise]) {
        screen.draw(frame)
        clock.pass(16)
      }
      expect(controlBytesOnTheWire(Buffer.from(writes.join('')))).toEqual([])
    }),
  )
})

test('only what changed is written', () => {
  const { screen, writes, clock } = openRecorded()
  screen.draw('one\ntwo\nthree')
  clock.pass(16)
  screen.draw('one\ntwo\nthrew')
  expect(writes).toEqual(['\x1b[?25l\x1b[m\x1b[2J\x1b[1;1Hone\x1b[2;1Htwo\x1b[3;1Hthree', '\x1b[3;5Hw'])
})

test('two frames go out at once, those within 16 ms after them together', () => {
  const { screen, writes, clock, written } = openRecorded()
  screen.draw('a')
  screen.draw('b')
  expect(writes).toHaveLength(2)
  screen.draw('c')
  screen.draw('d')
  expect(writes).toHaveLength(2)
  clock.pass(16)
  expect(writes.slice(2)).toEqual(['\x1b[1;1Hd'])
  expect(written).toEqual([1, 2, 4])
  expect(screen.drawn).toBe(4)
})

test('however many frames come, on average one is written in 16 ms', () => {
  const { screen, writes, clock } = openRecorded()
  for (let drawn = 0; drawn < 1_600; drawn += 1) {
    screen.draw(String(drawn))
    clock.pass(1)
  }
  // Two at the start, then one for each 16 ms.
  expect(writes).toHaveLength(102)
})

test('an unchanged frame counts as written and costs no byte', () => {
  const { screen, writes, clock, written } = openRecorded()
  screen.draw('a')
  clock.pass(16)
  screen.draw('a')
  expect(writes).toHaveLength(1)
  expect(written).toEqual([1, 2])
})

test('an unchanged frame takes no turn of one that changes', () => {
  const { screen, writes } = openRecorded()
  screen.draw('a')
  for (let drawn = 0; drawn < 5; drawn += 1) screen.draw('a')
  screen.draw('b')
  expect(writes).toHaveLength(2)
})

test('a frame and its caret are one write', () => {
  const { screen, writes, written } = openRecorded()
  screen.show(null, () => screen.draw('a'))
  screen.show({ x: 1, y: 0 }, () => screen.draw('b'))
  expect(writes).toHaveLength(2)
  expect(writes[1]).toBe('\x1b[1;1Hb\x1b[1;2H\x1b[?25h')
  expect(written).toEqual([1, 2])
})

test('a paused screen writes nothing and repaints when resumed', () => {
  const { screen, writes, clock } = openRecorded()
  screen.draw('a')
  screen.pause()
  clock.pass(20)
  screen.draw('b')
  screen.repaint()
  screen.show({ x: 1, y: 1 }, () => undefined)
  clock.pass(20)
  expect(writes).toHaveLength(1)
  screen.resume()
  expect(writes.at(-1)).toBe('\x1b[?25l\x1b[m\x1b[2J\x1b[1;1Hb\x1b[2;2H\x1b[?25h')
  screen.close()
  screen.resume()
  screen.draw('c')
  expect(writes).toHaveLength(2)
})

test('what waits for its turn when a screen is paused is written first', () => {
  const { screen, writes } = openRecorded()
  screen.draw('a')
  screen.draw('b')
  screen.pause()
  expect(writes.slice(1)).toEqual(['\x1b[1;1Hb'])
})

test('after a resize the next frame clears, once', () => {
  const { screen, writes, clock } = openRecorded()
  screen.draw('abcdef')
  screen.resize(3, 1)
  screen.draw('xyz')
  clock.pass(16)
  expect(writes.slice(1)).toEqual(['\x1b[?25l\x1b[m\x1b[2J\x1b[1;1Hxyz'])
  expect(screen.counters.clears).toBe(2)
})

test('a wide glyph that does not fit at the edge is left out', async () => {
  const { screen, writes } = openRecorded({ columns: 3, rows: 1 })
  screen.draw('ab日')
  const emulator = openEmulator({ columns: 3, rows: 1 })
  await emulator.write(writes.join(''))
  expect(emulator.lines()).toEqual(['ab'])
})

test('the caret moves without a frame, and hides while one is written', () => {
  const { screen, writes, clock } = openRecorded()
  screen.draw('ab')
  clock.pass(16)
  screen.show({ x: 1, y: 0 }, () => undefined)
  clock.pass(16)
  screen.draw('ac')
  clock.pass(16)
  screen.show(null, () => undefined)
  expect(writes.slice(1)).toEqual([
    '\x1b[1;2H\x1b[?25h',
    '\x1b[?25l\x1b[1;2Hc\x1b[1;2H\x1b[?25h',
    '\x1b[?25l',
  ])
})
