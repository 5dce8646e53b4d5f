import type { ReactElement } from 'react'
import { sanitizeLine } from '../src/domain/sanitize.ts'
import { counted } from '../src/faces/present.ts'
import { marks } from '../src/faces/present-glyphs.ts'
import type { ResultState } from '../src/faces/tui/model/palette.ts'
import { resultHeight, resultLines, resultWidth } from '../src/faces/tui/overlays/palette/result-lines.ts'
import { centred } from '../src/faces/tui/panes/layout.ts'
import type { Size } from '../src/faces/tui/state.ts'
import { span, word } from '../src/faces/tui/text/line.ts'
import { Cover } from './Cover.tsx'

/** An operation's answer. */
export function Result({
  result,
  size,
}: {
  readonly result: ResultState
  readonly size: Size
}): ReactElement {
  const every = resultLines(result, size)
  const shown = every.slice(result.top, result.top + resultHeight(size))
  const more = every.length - result.top - shown.length
  return (
    <Cover
      place={centred(size, resultWidth(size), shown.length)}
      title={[span(sanitizeLine(result.title), 'section')]}
      lines={shown}
      more={more > 0 ? [word(`${marks.below} ${counted(more, 'line')}`, 'dim')] : [word('q closes', 'dim')]}
    />
  )
}
