import type { ReactElement } from 'react'
import { counted } from '../src/faces/present.ts'
import type { Binding } from '../src/faces/tui/keymap.ts'
import { centred } from '../src/faces/tui/layout.ts'
import { helpHeight, helpLines, helpWidth } from '../src/faces/tui/overlays/help/help-lines.ts'
import type { Size } from '../src/faces/tui/state.ts'
import { word } from '../src/faces/tui/text/line.ts'
import { Cover } from './Cover.tsx'

type HelpProps = { readonly size: Size; readonly keymap: readonly Binding[]; readonly top: number }

/** Every key, by where it works. */
export function Help({ size, keymap, top }: HelpProps): ReactElement {
  const every = helpLines(size, keymap)
  const height = Math.min(helpHeight(size), every.length)
  const more = every.length - top - height
  return (
    <Cover
      place={centred(size, helpWidth(size), height)}
      title={[word('Keys', 'section')]}
      lines={every.slice(top, top + height)}
      more={more > 0 ? [word(`↓ ${counted(more, 'line')}`, 'dim')] : []}
    />
  )
}
