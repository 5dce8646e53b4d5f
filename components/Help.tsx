import type { ReactElement } from 'react'
import { sanitizeLine } from '../src/domain/sanitize.ts'
import { counted } from '../src/faces/present.ts'
import { marks } from '../src/faces/present-glyphs.ts'
import { fieldView } from '../src/faces/tui/compose/editor/line-view.ts'
import { type HelpView, helpHeight, helpLines, helpWidth } from '../src/faces/tui/overlays/help/help-lines.ts'
import { centred } from '../src/faces/tui/panes/layout.ts'
import { span, word } from '../src/faces/tui/text/line.ts'
import { Cover } from './Cover.tsx'
import { FocusedLine } from './FocusedLine.tsx'

/** Every key and mark, those of the present pane first; what is typed narrows them. */
export function Help({ help }: { readonly help: HelpView }): ReactElement {
  const { size, top, field, typing } = help
  const every = helpLines(help)
  const room = helpHeight(help)
  // The box stays as it is while one types.
  const height = typing || field.text !== '' ? room : Math.min(room, every.length)
  const more = every.length - top - height
  const width = helpWidth(size)
  const shown = every.slice(top, top + height)
  return (
    <Cover
      place={centred(size, width, height + (typing ? 1 : 0))}
      title={[word('Keys', 'section'), ...kept(help)]}
      {...(typing && { input: <FocusedLine line={fieldView('/', field, width - 4)} /> })}
      lines={Array.from({ length: height }, (_, at) => shown[at] ?? [])}
      more={more > 0 ? [word(`${marks.below} ${counted(more, 'line')}`, 'dim')] : []}
    />
  )
}

function kept({ field, typing }: HelpView) {
  if (typing || field.text === '') return []
  return [word(` ${marks.filter} `, 'dim'), span(sanitizeLine(field.text), 'accent')]
}
