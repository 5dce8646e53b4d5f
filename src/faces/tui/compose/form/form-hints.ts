import type { FormState } from '../../model/form.ts'
import { type Line, lineWidth, type Span, word } from '../../text/line.ts'
import { formHints } from './form-keys.ts'

/** The last line of a form: as many key hints as fit, none of them cut. */
export function hintLine(form: FormState, columns: number): Line {
  if (form.sending) return [word('Sending …', 'dim')]
  const spans: Span[] = form.asking ? [word(columns < 45 ? 'Keep it? ' : 'Keep as a draft? ', 'bold')] : []
  let left = columns - lineWidth(spans)
  let gap = ''
  for (const { key, help } of formHints(form, columns < 60)) {
    const hint = [word(`${gap}${key}`, 'accent'), word(` ${help}`, 'dim')]
    const width = lineWidth(hint)
    if (width > left) break
    spans.push(...hint)
    left -= width
    gap = '  '
  }
  return spans
}
