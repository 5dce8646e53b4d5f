import { Box } from 'ink'
import type { ReactElement } from 'react'
import type { State } from '../src/faces/tui/state.ts'
import type { Line } from '../src/faces/tui/text/line.ts'
import type { Theme } from '../src/faces/tui/text/theme.ts'
import { view as viewOf } from '../src/faces/tui/view/view.ts'
import type { BoxView } from '../src/faces/tui/view/view-model.ts'
import { Form } from './Form.tsx'
import { Pane } from './Pane.tsx'
import { Row } from './Rows.tsx'

/** The whole screen. */
export function App({ state, theme }: { readonly state: State; readonly theme: Theme }): ReactElement {
  const view = viewOf(state)
  if (view.type === 'too-small') return <Lines lines={view.lines} theme={theme} />
  return (
    <Box flexDirection="column" width={view.columns} height={view.rows}>
      <Row line={view.header} theme={theme} />
      <Box height={view.rows - 2}>
        {view.panes.map((pane) => (
          <Pane key={pane.pane} view={pane} theme={theme} />
        ))}
      </Box>
      <Row line={view.footer} theme={theme} />
      {view.box === null ? null : <Overlay box={view.box} theme={theme} />}
      {view.form === null ? null : (
        <Box position="absolute" marginLeft={view.form.x} marginTop={view.form.y}>
          <Form view={view.form.view} theme={theme} />
        </Box>
      )}
    </Box>
  )
}

function Lines({ lines, theme }: { readonly lines: readonly Line[]; readonly theme: Theme }): ReactElement {
  return (
    <Box flexDirection="column">
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
        <Row key={at} line={line} theme={theme} />
      ))}
    </Box>
  )
}

/** A box over the panes. */
function Overlay({ box, theme }: { readonly box: BoxView; readonly theme: Theme }): ReactElement {
  return (
    <Box position="absolute" marginLeft={box.x} marginTop={box.y} width={box.width} flexDirection="column">
      <Lines lines={box.lines} theme={theme} />
    </Box>
  )
}
