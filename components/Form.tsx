import { Box } from 'ink'
import type { FormView } from '../src/faces/tui/compose/form/form.ts'
import type { Theme } from '../src/faces/tui/text/theme.ts'
import { FormField } from './FormField.tsx'

/** A form with its frame, fields and key hints: the view's rows, one below the other. */
export function Form({ view, theme }: { readonly view: FormView; readonly theme: Theme }) {
  return (
    <Box flexDirection="column" width={view.columns} height={view.rows.length} flexShrink={0}>
      {view.rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place on the screen
        <FormField key={at} row={row} theme={theme} />
      ))}
    </Box>
  )
}
