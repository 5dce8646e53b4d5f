import { Box, Text } from 'ink'
import type { ReactElement } from 'react'
import { type Mounted, mount } from '../../components/ink/mount.tsx'
import { type InputEvent, keyLabel } from '../../src/faces/tui/terminal/key-event.ts'
import { openStage, type Stage } from '../../src/faces/tui/terminal/stage.ts'

/** A program with every part of the terminal engine in it, for the tests to run under a pty. */
let stage: Stage
let mounted: Mounted
let last = 'none'
let selected = 0

stage = openStage({ stdin: process.stdin, stdout: process.stdout, onEvent, onResize: redraw })
mounted = mount(picture(), stage.screen)
stage.terminal.title('watchpost\x07 \x1b]52;c;evil\x07demo')

function redraw(): void {
  mounted.update(picture())
}

function onEvent(event: InputEvent): void {
  last = event.type === 'key' ? keyLabel(event) : JSON.stringify(event)
  if (last === 'j') selected++
  if (last === 'C-z') stage.terminal.suspend()
  if (last === 'C-l') stage.screen.repaint()
  if (last === 'X') throw new Error('demo crash')
  if (last === 'R') void Promise.reject(new Error('demo rejection'))
  if (last === 'e')
    void stage.terminal.runOutside(['sh', '-c', 'printf "outside> "; read answer']).then(report)
  if (last === 'q') quit()
  else redraw()
}

function report(code: number): void {
  last = `outside ended with ${code}`
  redraw()
}

function quit(): void {
  mounted.unmount()
  stage.close()
  console.log(`bye after ${stage.screen.counters.clears} clears`)
}

function Broken(): ReactElement {
  throw new Error('demo component')
}

function picture(): ReactElement {
  if (last === 'B') return <Broken />
  const rows = [
    '!! ● critic      Tests red on main',
    '!  ● architect   ⇒ Implement store',
    '   ◐ coo         日本語 👍 🇩🇪 é',
  ]
  return (
    <Box width={stage.screen.columns} height={stage.screen.rows} flexDirection="column">
      <Box borderStyle="round" borderColor="cyan" flexGrow={1} flexDirection="column">
        {rows.map((row, index) => (
          <Text key={row} inverse={index === selected % rows.length} wrap="truncate">
            {row}
          </Text>
        ))}
        <Text color="red">{'hostile \u001b]52;c;aGk=\u0007 \u009b2J end'}</Text>
      </Box>
      <Text bold backgroundColor="blue">
        size {stage.screen.columns}x{stage.screen.rows} selected {selected} last {last}
      </Text>
    </Box>
  )
}
