import type { ReactElement } from 'react'
import { sanitizeLine } from '../src/domain/sanitize.ts'
import type { Toast as Told } from '../src/faces/tui/state.ts'
import { fitLine, type Line, span, word } from '../src/faces/tui/text/line.ts'
import { StyledLine } from './StyledLine.tsx'

export type ToastProps = {
  readonly toast: Told | null
  /** What is within its grace, if anything is. */
  readonly sending: { readonly messages: number; readonly when: string; readonly undo: string } | null
}

/** What just happened, or is about to. */
export function Toast({ columns, ...props }: ToastProps & { readonly columns: number }): ReactElement {
  return <StyledLine line={fitLine(toastLine(props), columns)} />
}

export function toastLine({ toast, sending }: ToastProps): Line {
  if (sending !== null) {
    const several = sending.messages > 1 ? `${sending.messages} messages` : 'sending'
    // What may change one's mind about it is told while it can be taken back.
    const warning =
      toast?.tone === 'problem' ? [word(' · ', 'dim'), span(sanitizeLine(toast.text), 'urgent')] : []
    return [word(` ${several}${sending.when}${sending.undo}`, 'accent'), ...warning]
  }
  if (toast === null) return []
  return [word(' '), span(sanitizeLine(toast.text), toast.tone === 'problem' ? 'urgent' : 'accent')]
}
