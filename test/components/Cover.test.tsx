import { Box, Text } from 'ink'
import { expect, test } from 'vitest'
import { Cover } from '../../components/Cover.tsx'
import { word } from '../../src/faces/tui/text/line.ts'
import { drawn } from '../support/drawn.tsx'

test('it stands where it is put, covers every cell of what lies below, and parts it from the box', () => {
  const below = Array.from({ length: 5 }, () => 'x'.repeat(20)).join('\n')
  const lines = drawn(
    <Box width={20} height={5}>
      <Text>{below}</Text>
      <Cover place={{ x: 3, y: 1, width: 12 }} title={[word('Keys')]} lines={[[word('a')], []]} more={[]} />
    </Box>,
  )
  expect(lines).toEqual([
    'xxxxxxxxxxxxxxxxxxxx',
    'xx ╭─ Keys ───╮ xxxx',
    'xx │ a        │ xxxx',
    'xx │          │ xxxx',
    'xx ╰──────────╯ xxxx',
  ])
})
