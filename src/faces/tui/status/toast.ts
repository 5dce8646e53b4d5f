import { sanitizeLine } from '../../../domain/sanitize.ts'
import type { Toast } from '../state.ts'
import { type Line, span, word } from '../text/line.ts'

export type Told = {
  readonly toast: Toast | null
  /** Messages within their grace, if any. */
  readonly sending: {
    readonly messages: number
    /** The option of the last one, where it decides by that alone. */
    readonly option: number | null
    readonly when: string
    readonly undo: string
  } | null
}

/** The latest event, or the next one. */
export function toastLine({ toast, sending }: Told): Line {
  if (sending !== null) {
    const last = sending.option === null ? 'sending' : `deciding for option ${sending.option}`
    const several = sending.messages > 1 ? `${sending.messages} messages` : last
    // A problem is shown while the send can still be taken back.
    const warning =
      toast?.tone === 'problem' ? [word(' · ', 'dim'), span(sanitizeLine(toast.text), 'urgent')] : []
    return [word(` ${several}${sending.when}${sending.undo}`, 'accent'), ...warning]
  }
  if (toast === null) return []
  return [word(' '), span(sanitizeLine(toast.text), toast.tone === 'problem' ? 'urgent' : 'accent')]
}
