import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Clock } from '../../../../src/faces/tui/terminal/clock.ts'
import { type InputEvent, keyLabel } from '../../../../src/faces/tui/terminal/key-event.ts'
import { openKeyReader } from '../../../../src/faces/tui/terminal/key-reader.ts'
import { freshKeys, type KeyState, parseKeys, settleKeys } from '../../../../src/faces/tui/terminal/keys.ts'
import { bytesOfKey } from '../../../support/pty-keys.ts'
import { proof, scaled } from '../../../support/scale.ts'

const runs = scaled(500, 50_000)

/** Everything pushed in one go, settled at the end; keys as their labels. */
function read(...chunks: readonly (string | Uint8Array)[]): (string | InputEvent)[] {
  let state: KeyState = freshKeys
  const events: InputEvent[] = []
  for (const chunk of chunks) {
    const [next, more] = parseKeys(state, Buffer.from(chunk))
    state = next
    events.push(...more)
  }
  events.push(...settleKeys(state)[1])
  return events.map((event) => (event.type === 'key' ? keyLabel(event) : event))
}

const paste = (text: string): InputEvent => ({ type: 'paste', text })
const held = { ctrl: false, alt: false, shift: false }

const cases: readonly (readonly [bytes: string, events: readonly (string | InputEvent)[]])[] = [
  ['jj', ['j', 'j']],
  ['gG', ['g', 'G']],
  [' é日👍', ['Space', 'é', '日', '👍']],
  ['\r\t\x7f\x08', ['Enter', 'Tab', 'Backspace', 'Backspace']],
  ['\x03x', ['C-c', 'x']],
  ['\n\x00\x1a\x1f', ['C-j', 'C-Space', 'C-z', 'C-_']],
  ['\x1b', ['Esc']],
  ['\x1b\x1b', ['Esc', 'Esc']],
  ['\x1bj', ['Alt-j']],
  ['\x1bé', ['Alt-é']],
  ['\x1b\r', ['Alt-Enter']],
  ['\x1b\x7f', ['Alt-Backspace']],
  ['\x1b\x04', ['C-Alt-d']],
  ['\x1b[', ['Alt-[']],
  ['\x1bO', ['Alt-O']],
  ['\x1b]', ['Alt-]']],
  ['\x1b[A\x1b[B\x1b[C\x1b[D', ['Up', 'Down', 'Right', 'Left']],
  ['\x1bOA\x1bOH\x1bOP', ['Up', 'Home', 'F1']],
  ['\x1b[H\x1b[F\x1b[1~\x1b[4~\x1b[7~', ['Home', 'End', 'Home', 'End', 'Home']],
  ['\x1b[5~\x1b[6~\x1b[3~\x1b[2~', ['PageUp', 'PageDown', 'Delete', 'Insert']],
  ['\x1b[15~\x1b[24~\x1b[[A', ['F5', 'F12', 'F1']],
  ['\x1b[Z', ['S-Tab']],
  ['\x1b[1;2A\x1b[1;5C\x1b[1;3D\x1b[3;5~', ['S-Up', 'C-Right', 'Alt-Left', 'C-Delete']],
  ['\x1b[99;5u\x1b[106u\x1b[106;2u\x1b[55:47;2u', ['C-c', 'j', 'J', '/']],
  [
    '\x1b[13;3u\x1b[27u\x1b[127;5u\x1b[9;2u\x1b[32;5u',
    ['Alt-Enter', 'Esc', 'C-Backspace', 'S-Tab', 'C-Space'],
  ],
  ['\x1b[106;1:3u\x1b[1;1:3A', []],
  ['\x1b[57441u\x1b[1114112u', []],
  ['\x1b[27;5;13~\x1b[27;5;106~', ['C-Enter', 'C-j']],
  [
    '\x1b[I\x1b[O',
    [
      { type: 'focus', focused: true },
      { type: 'focus', focused: false },
    ],
  ],
  ['\x1b[200~a\rb\x1b[Ac\x1b[201~j', [paste('a\nb\x1b[Ac'), 'j']],
  ['\x1b[200~\x1b[201~', [paste('')]],
  ['\x1b[200~never ends', [paste('never ends')]],
  ['\x1b[<0;10;5M', [{ type: 'mouse', action: 'press', button: 'left', x: 9, y: 4, ...held }]],
  ['\x1b[<2;1;1m', [{ type: 'mouse', action: 'release', button: 'right', x: 0, y: 0, ...held }]],
  ['\x1b[<80;3;4M', [{ type: 'mouse', action: 'wheel-up', button: 'none', x: 2, y: 3, ...held, ctrl: true }]],
  ['\x1b[<65;3;4M', [{ type: 'mouse', action: 'wheel-down', button: 'none', x: 2, y: 3, ...held }]],
  ['\x1b[<35;3;4M', [{ type: 'mouse', action: 'move', button: 'none', x: 2, y: 3, ...held }]],
  ['\x1b[M !!j', ['j']],
  ['\x1b[?62;22c\x1b[>0;276;0c\x1b[24;80R\x1b[?2026;2$y\x1b[0nj', ['j']],
  ['\x1b]11;rgb:0000/0000/0000\x1b\\j\x1b]11;x\x07k', [{ type: 'ground', light: false }, 'j', 'k']],
  ['\x1b]11;rgb:ff/ff/f0\x07', [{ type: 'ground', light: true }]],
  ['\x1b]11;rgba:fdfd/f6f6/e3e3/ffff\x07', [{ type: 'ground', light: true }]],
  ['\x1b]10;rgb:ffff/ffff/ffff\x07\x1b]11;rgb:f/f/f\x07', []],
  ['\x1bP>|xterm\x1b\\j\x1b_x\x1b\\', ['j']],
  ['\x1b]1never\rj', ['Enter', 'j']],
  ['\x1b]never\r', ['Alt-]', 'n', 'e', 'v', 'e', 'r', 'Enter']],
  ['\x1bPjj', ['Alt-P', 'j', 'j']],
  ['\x1bOjj', ['Alt-O', 'j', 'j']],
  ['\x1bXj\x1b^k', ['Alt-X', 'j', 'Alt-^', 'k']],
  ['\x1b[12\x03j', ['C-c', 'j']],
  ['\x1b[12', []],
  ['\x1bO\x1b[A', ['Alt-O', 'Up']],
]

test.each(cases)('%j', (bytes, events) => {
  expect(read(bytes)).toEqual(events)
})

test('broken UTF-8 and C1 controls are no keys', () => {
  expect(read(Uint8Array.of(0xff, 0xc3, 0x6a, 0xe6, 0x97), 'k')).toEqual(['j', 'k'])
  expect(read(Uint8Array.of(0xc2, 0x9b, 0xed, 0xa0, 0x80, 0x6a))).toEqual(['j'])
})

test('keys carry the text they type', () => {
  const [, events] = parseKeys(freshKeys, Buffer.from('aé \r\x01\x1bx\x1b[106;2u'))
  expect(events.map((event) => event.type === 'key' && event.text)).toEqual(['a', 'é', ' ', '', '', '', 'J'])
})

test('what may be Alt with a key, or Escape and that key, tells the key; what is told as Alt does not', () => {
  const [, events] = parseKeys(freshKeys, Buffer.from('\x1bx\x1b\r\x1bP:\x1b[120;3u\x1b[1;3D'))
  const apart = events.map((event) => event.type === 'key' && event.apart && keyLabel(event.apart))
  expect(apart).toEqual(['x', 'Enter', 'P', undefined, undefined, undefined])
  expect(events.map((event) => event.type === 'key' && event.apart?.text)).toEqual([
    'x',
    '',
    'P',
    undefined,
    undefined,
    undefined,
  ])
})

test(proof('key parser: however the bytes are cut, the events are the same', runs, 'inputs'), () => {
  const piece = fc.oneof(
    fc.constantFrom(...cases.map(([bytes]) => Buffer.from(bytes))),
    fc.uint8Array({ maxLength: 6 }).map((bytes) => Buffer.from(bytes)),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), fc.array(fc.nat(), { maxLength: 12 }), (pieces, cuts) => {
      const bytes = Buffer.concat(pieces)
      const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
      const chunks = places.map((place, index) => bytes.subarray(place, places[index + 1]))
      expect(read(...chunks)).toEqual(read(bytes))
      expect(read(...Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual(read(bytes))
    }),
    { numRuns: runs },
  )
})

const limit = 4 * 1024 * 1024
test.each([
  { what: 'as long as may be', chunks: 64, event: paste('x'.repeat(limit)) },
  { what: 'too long', chunks: 70, event: { ...paste('x'.repeat(limit)), cut: true } },
])(
  'a paste that is $what is taken, or cut and told so, and what follows it is read as keys',
  ({ chunks, event }) => {
    const chunk = Buffer.alloc(64 * 1024, 'x')
    const events = read('\x1b[200~', ...Array.from({ length: chunks }, () => chunk), '\x1b[201~j')
    expect(events).toEqual([event, 'j'])
  },
)

test.each(['j', 'C-d', 'S-Tab', 'Alt-Enter', 'Space', 'Esc', 'F5', 'C-Right', 'S-Down', 'Alt-x', 'PageUp'])(
  'the harness sends what is read as %s',
  (key) => {
    expect(read(bytesOfKey(key))).toEqual([key])
  },
)

describe('the reader', () => {
  function openTimed() {
    const timers: { delay: number; run: () => void }[] = []
    const clock: Clock = {
      now: () => 0,
      after(delay, run) {
        const timer = { delay, run }
        timers.push(timer)
        return () => void timers.splice(timers.indexOf(timer), 1)
      },
    }
    const events: (string | InputEvent)[] = []
    const reader = openKeyReader(
      (event) => events.push(event.type === 'key' ? keyLabel(event) : event),
      clock,
    )
    return { reader, events, timers }
  }

  test('waits 50 ms for what may follow ESC', () => {
    const { reader, events, timers } = openTimed()
    reader.push(Buffer.from('j\x1b'))
    expect([events, timers.map(({ delay }) => delay)]).toEqual([['j'], [50]])
    timers[0]?.run()
    expect(events).toEqual(['j', 'Esc'])
  })

  test('takes a sequence that comes late in two parts for one key', () => {
    const { reader, events, timers } = openTimed()
    reader.push(Buffer.from('\x1b['))
    expect(timers.map(({ delay }) => delay)).toEqual([1_000])
    reader.push(Buffer.from('A'))
    expect([events, timers]).toEqual([['Up'], []])
  })

  test.each(['P', ']', 'O'])('waits a little for what may follow ESC and %s', (letter) => {
    const { reader, events, timers } = openTimed()
    reader.push(Buffer.from(`\x1b${letter}`))
    expect(timers.map(({ delay }) => delay)).toEqual([150])
    timers[0]?.run()
    expect(events).toEqual([`Alt-${letter}`])
  })

  test('gives up a paste whose end never comes after 30 s', () => {
    const { reader, events, timers } = openTimed()
    reader.push(Buffer.from('\x1b[200~half'))
    expect(timers.map(({ delay }) => delay)).toEqual([30_000])
    timers[0]?.run()
    reader.push(Buffer.from('j'))
    expect(events).toEqual([paste('half'), 'j'])
  })
})
