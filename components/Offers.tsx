import type { ReactElement } from 'react'
import { offerLines } from '../src/faces/tui/overlays/time-offers.ts'
import { centred } from '../src/faces/tui/panes/layout.ts'
import type { Overlay, Size } from '../src/faces/tui/state.ts'
import { word } from '../src/faces/tui/text/line.ts'
import { Cover } from './Cover.tsx'

const widest = 44

type OffersProps = {
  readonly prompt: Extract<Overlay, { type: 'prompt' }>
  readonly size: Size
  readonly now: number
}

/** Times to choose from above the question, and what the typed one means. */
export function Offers({ prompt, size, now }: OffersProps): ReactElement | null {
  const lines = offerLines(prompt, now)
  if (lines.length === 0 || size.rows < lines.length + 6) return null
  const title = [word('Until', 'section')]
  const place = centred(size, Math.min(widest, size.columns), lines.length)
  return (
    <Cover
      place={{ ...place, y: Math.max(0, size.rows - lines.length - 4) }}
      title={title}
      lines={lines}
      more={[word('Up Down', 'dim')]}
    />
  )
}
