import { Box, Text } from 'ink'
import TextInput from 'ink-text-input'
import type { ReactElement } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { installFastOutput } from '../../components/ink/fast-output.ts'
import { mount } from '../../components/ink/mount.tsx'
import widestLine from '../../components/ink/widest-line.ts'
import Output from '../../node_modules/ink/build/output.js'
import stockWidestLine from '../../node_modules/widest-line/index.js'
import { parseFrame } from '../../src/faces/tui/terminal/frame.ts'
import { openEmulator } from '../support/terminal-emulator.ts'

const columns = 40
const rows = 10
const stock = Output.prototype.get

function frameOf(element: ReactElement): string {
  let frame = ''
  const mounted = mount(element, { columns, rows, draw: (next) => (frame = next) })
  mounted.unmount()
  return frame
}

/** Stock Ink lets text outgrow the frame, so the terminal is larger than the part that counts. */
async function cellsOf(frame: string) {
  const emulator = openEmulator({ columns: 2 * columns, rows: 2 * rows })
  await emulator.write(`\x1b[?7l${frame.replaceAll('\n', '\r\n')}`)
  return emulator
    .cells()
    .slice(0, rows)
    .map((row) => row.slice(0, columns))
}

/** The frame stock Ink makes, by calling what `mount` put aside. */
function stockFrameOf(element: ReactElement): string {
  const guarded = vi.spyOn(Reflect, 'get').mockReturnValue(undefined)
  try {
    return frameOf(element)
  } finally {
    guarded.mockRestore()
  }
}

const red = (text: string): string => `\x1b[31m${text}\x1b[39m`
const bold = (text: string): string => `\x1b[1m${text}\x1b[22m`

const pictures: readonly (readonly [what: string, element: ReactElement])[] = [
  ['plain lines', <Text key="">{'one\n  two\n\nthree'}</Text>],
  [
    'panes with borders',
    <Box key="" width={40} height={10}>
      <Box borderStyle="round" borderColor="cyan" width={12} />
      <Box borderStyle="double" flexGrow={1} flexDirection="column" paddingX={1}>
        <Text color="#ff8800">orange</Text>
        <Text color="ansi256(200)">pink</Text>
      </Box>
    </Box>,
  ],
  [
    'wide characters and emoji',
    <Box key="" flexDirection="column">
      <Text>日本語 한국어 👍 x</Text>
      <Text>👩‍🚀 🇩🇪 ✅ é ● …</Text>
      <Text inverse>日本</Text>
    </Box>,
  ],
  [
    'truncated and wrapped text',
    <Box key="" width={14} flexDirection="column">
      <Text wrap="truncate">日本語 a long line that is cut</Text>
      <Text wrap="truncate-middle">another long line that is cut</Text>
      <Text>wrapped {bold('over several')} lines of 日本語 text</Text>
    </Box>,
  ],
  [
    'clipped boxes',
    <Box key="" width={12} height={4} overflow="hidden" borderStyle="single">
      <Box marginLeft={-3} marginTop={-1} width={30} flexDirection="column" flexShrink={0}>
        <Text>{'0123456789abcdefgh'}</Text>
        <Text>{red('0123456789abcdefgh')}</Text>
        <Text>{'0123456789abcdefgh\nnext\nlast'}</Text>
      </Box>
    </Box>,
  ],
  [
    'backgrounds and overlays',
    <Box key="" width={20} height={5} backgroundColor="blue">
      <Text>on blue </Text>
      <Box position="absolute" marginLeft={3} marginTop={1} backgroundColor="#204060" width={10} height={2}>
        <Text bold>over</Text>
      </Box>
    </Box>,
  ],
  [
    'nested styles',
    <Text key="" color="green" underline>
      a {red(`b ${bold('c')} d`)}{' '}
      <Text italic strikethrough backgroundColor="yellow">
        e {red('f')}
      </Text>
      <Text inverse> g </Text>
    </Text>,
  ],
  [
    'text that outgrows the screen',
    <Box key="" width={60} height={12} flexShrink={0} flexDirection="column">
      {Array.from({ length: 12 }, (_, index) => (
        <Text key={String(index)} wrap="truncate">{`${index} ${'x'.repeat(70)}`}</Text>
      ))}
    </Box>,
  ],
]

describe('the cached output draws what stock Ink draws', () => {
  test.each(pictures)('%s', async (_, element) => {
    const expected = stockFrameOf(element)
    expect(Output.prototype.get).toBe(stock)
    const frame = frameOf(element)
    expect(Output.prototype.get).not.toBe(stock)
    expect(frame.split('\n')).toHaveLength(expected.split('\n').length)
    expect(await cellsOf(frame)).toEqual(await cellsOf(expected))
  })
})

test('control sequences in text are refused, where stock Ink passes them on', () => {
  const hostile = <Text>{'a\x1b]52;c;eA==\x07b\x1b]0;t\x07c\x08d'}</Text>
  expect(stockFrameOf(hostile)).toContain('\x1b]52')
  expect(frameOf(hostile)).not.toMatch(/[\x00-\x1f\x7f-\x9f]/u)
})

test('an inner clip cannot reach out of an outer one', () => {
  const frame = frameOf(
    <Box width={10} height={2} overflow="hidden">
      <Box width={30} height={6} flexShrink={0} overflow="hidden">
        <Text>{'0123456789abcdef\n2\n3'}</Text>
      </Box>
    </Box>,
  )
  expect(frame).toBe('0123456789\n2')
})

test('half a wide glyph is a blank', () => {
  const frame = frameOf(
    <Box width={8} height={1} overflow="hidden">
      <Box marginLeft={-1} width={9} flexShrink={0}>
        <Text>{'日ab日cd日'}</Text>
      </Box>
    </Box>,
  )
  expect(frame).toBe(' ab日cd')
})

test('an Ink of another shape is left alone', () => {
  const clip = vi.spyOn(Output.prototype, 'clip').mockReturnValue(undefined)
  expect(installFastOutput()).toBeUndefined()
  expect(Output.prototype.get).toBe(stock)
  clip.mockRestore()
  const undo = installFastOutput()
  expect(Output.prototype.get).not.toBe(stock)
  undo?.()
  expect(Output.prototype.get).toBe(stock)
})

test('every frame is laid out for the size the screen has now', () => {
  const drawn: string[] = []
  const screen = { columns: 20, rows: 3, draw: (frame: string) => void drawn.push(frame) }
  const wide = <Text wrap="truncate">{'x'.repeat(50)}</Text>
  const mounted = mount(wide, screen)
  screen.columns = 8
  mounted.update(wide)
  mounted.unmount()
  expect(drawn.map((frame) => frame.length)).toEqual([20, 8])
})

test('a component that reads keys itself has taken what is typed at once, each letter on what the last one made', () => {
  const drawn: string[] = []
  let value = ''
  const screen = { columns: 20, rows: 1, draw: (frame: string) => void drawn.push(frame) }
  const field = () => <TextInput value={value} onChange={change} />
  const change = (next: string): void => {
    value = next
  }
  const mounted = mount(field(), screen)
  for (const letter of 'hi 👍') mounted.type(field(), letter)
  expect(value).toBe('hi 👍')
  expect(drawn).toHaveLength(1)
  mounted.update(field())
  expect(drawn.at(-1)).toContain('hi 👍')
  mounted.unmount()
  const count = drawn.length
  mounted.update(field())
  expect(drawn).toHaveLength(count)
})

test.each([
  '',
  'plain',
  'a\nlonger one\n',
  'é ● … ─╭',
  '日本語 👍 🇩🇪 👩\u200d🚀 e\u0301',
  '\x1b[31mred\x1b[39m \x1b[1;4mx',
])('the width of %j is the one Ink would measure', (text) =>
  expect(widestLine(text)).toBe(stockWidestLine(text)),
)

test.each(pictures)('the cells that are kept of a frame are what parsing it gives: %s', (_, element) => {
  const frame = frameOf(element)
  const kept = parseFrame(frame)
  // Another text of the same lines, which is not the kept one.
  const parsed = parseFrame(`${frame}\n`).slice(0, -1)
  expect(
    kept.map(({ glyphs, styles, end }) => [glyphs.slice(0, end), [...styles].slice(0, end), end]),
  ).toEqual(parsed.map(({ glyphs, styles, end }) => [glyphs.slice(0, end), [...styles].slice(0, end), end]))
})
