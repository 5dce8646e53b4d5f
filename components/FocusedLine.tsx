import { type ReactElement, useContext } from 'react'
import type { LineView } from '../src/faces/tui/compose/editor/line-view.ts'
import { LineInput } from './LineInput.tsx'
import { TypingContext } from './typing.ts'

/** The one line input on the screen that has the focus. */
export function FocusedLine({ line }: { readonly line: LineView }): ReactElement {
  const { field, onChange } = useContext(TypingContext)
  return <LineInput {...line} field={field ?? line.field} onChange={onChange} />
}
