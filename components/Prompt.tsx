import type { ReactElement } from 'react'
import type { Safe } from '../src/domain/sanitize.ts'
import { promptView } from '../src/faces/tui/compose/editor/line-view.ts'
import type { Field } from '../src/faces/tui/model/editor.ts'
import { FocusedLine } from './FocusedLine.tsx'

type PromptProps = { readonly label: Safe; readonly field: Field; readonly columns: number }

/** A question in place of the footer, and what is answered. */
export function Prompt({ label, field, columns }: PromptProps): ReactElement {
  return <FocusedLine line={promptView(label, field, columns)} />
}
