import type { ReactElement } from 'react'
import type { Safe } from '../src/domain/sanitize.ts'
import type { Field } from '../src/faces/tui/compose/editor/field.ts'
import { fieldLine, promptLabel } from '../src/faces/tui/compose/editor/field-line.ts'
import { fitLine } from '../src/faces/tui/text/line.ts'
import { StyledLine } from './StyledLine.tsx'

type PromptProps = { readonly label: Safe; readonly field: Field; readonly columns: number }

/** A question in place of the footer, and what is answered. */
export function Prompt({ label, field, columns }: PromptProps): ReactElement {
  return <StyledLine line={fitLine(fieldLine(promptLabel(label, columns), field, columns).line, columns)} />
}
