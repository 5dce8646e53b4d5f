import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eachLine } from '../../../src/faces/mcp/lines.ts'

const longest = 8

test('passes every whole line on that is not too long, however the stream is cut, and refuses each other once', async () => {
  const line = fc.string({ unit: fc.constantFrom('a', 'é', '☂', '😀'), maxLength: 2 * longest })
  await fc.assert(
    fc.asyncProperty(fc.array(line), fc.array(fc.integer({ min: 1, max: 9 })), async (lines, cuts) => {
      let refused = 0
      const reader = eachLine({ change: (one) => one, longest, refuse: () => (refused += 1) })
      const passed = await text(Readable.from(piecesOf(lines, cuts)).pipe(reader))
      const short = lines.filter((one) => one !== '' && one.length <= longest)
      expect(passed).toBe(short.map((one) => `${one}\n`).join(''))
      expect(refused).toBe(lines.filter((one) => one.length > longest).length)
    }),
  )
})

test('refuses a line that never ends, and keeps nothing of it', async () => {
  const answered = await new Promise((resolve) => {
    const reader = eachLine({ change: (one) => one, longest, refuse: () => resolve('refused') })
    reader.write('x'.repeat(longest))
    reader.write('x')
  })
  expect(answered).toBe('refused')
})

function piecesOf(lines: readonly string[], cuts: readonly number[]): readonly Buffer[] {
  const whole = Buffer.from(lines.map((one) => `${one}\n`).join(''))
  const ends = cuts.map((_, at) => cuts.slice(0, at + 1).reduce((sum, cut) => sum + cut, 0))
  return [0, ...ends]
    .map((from, at) => whole.subarray(from, ends[at] ?? whole.length))
    .filter((piece) => piece.length > 0)
}
