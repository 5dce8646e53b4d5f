import fc from 'fast-check'
import { Box, Text } from 'ink'
import type { ReactElement } from 'react'
import { expect, test } from 'vitest'
import { mount } from '../../components/ink/mount.tsx'
import { openScreen } from '../../src/faces/tui/terminal/screen.ts'
import { scaled } from '../support/scale.ts'
import { openEmulator } from '../support/terminal-emulator.ts'
import { frameLine } from '../support/terminal-frames.ts'

const columns = 30
const rows = 6

type Picture = { readonly panes: readonly (readonly string[])[]; readonly box: readonly string[] }

/** Few lines, so that pictures in a sequence share most of theirs, as those of a screen do. */
const pictures = fc.array(frameLine, { minLength: 2, maxLength: 8 }).chain((lines) => {
  const some = fc.array(fc.constantFrom(...lines), { maxLength: rows })
  return fc.array(
    fc.record({
      panes: fc.uniqueArray(some, { minLength: 1, maxLength: 3, selector: (lines) => lines.join('\n') }),
      box: some,
    }),
    {
      minLength: 2,
      maxLength: 5,
    },
  )
})

/** Panes side by side and a box over them, of lines that bring their own colours. */
function drawing({ panes, box }: Picture): ReactElement {
  const width = Math.floor(columns / panes.length)
  return (
    <Box width={columns} height={rows} overflow="hidden">
      {panes.map((lines) => (
        <Box key={lines.join('\n')} width={width} height={rows} flexShrink={0} overflow="hidden">
          <Text wrap="end">{lines.join('\n')}</Text>
        </Box>
      ))}
      <Box position="absolute" marginLeft={5} marginTop={1} flexDirection="column">
        <Text wrap="end">{box.join('\n')}</Text>
      </Box>
    </Box>
  )
}

test('what Ink composes of panes and boxes is on the screen as a repaint of it is', async () => {
  await fc.assert(
    fc.asyncProperty(pictures, async (sequence) => {
      const terminal = openEmulator({ columns, rows })
      await terminal.write('\x1b[?7l')
      let written = ''
      const screen = openScreen({
        output: { write: (data) => (written += data), columns, rows },
        interval: 0,
      })
      const mounted = mount(<Box />, screen)
      const shown = async () => {
        await terminal.write(written)
        written = ''
        return terminal.cells()
      }
      for (const picture of sequence) {
        mounted.update(drawing(picture))
        const before = await shown()
        screen.repaint()
        expect(await shown()).toEqual(before)
      }
      mounted.unmount()
    }),
    { numRuns: scaled(60, 1_000) },
  )
})
