import { Box } from 'ink'
import type { EditorView } from '../src/faces/tui/editor/editor.ts'
import { span } from '../src/faces/tui/text/line.ts'
import type { Theme } from '../src/faces/tui/theme.ts'
import { FormField } from './FormField.tsx'

/** A text being written, outside a form. */
export function Editor({ view, theme }: { readonly view: EditorView; readonly theme: Theme }) {
  return (
    <Box flexDirection="column">
      {view.lines.map((text, at) => (
        <FormField
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place on the screen
          key={at}
          row={{ line: [span(text)], caret: at === view.caret.row ? view.caret.column : null }}
          theme={theme}
        />
      ))}
    </Box>
  )
}
