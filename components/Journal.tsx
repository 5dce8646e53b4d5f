import type { ReactElement } from 'react'
import type { JournalState } from '../src/faces/tui/model/overlay.ts'
import {
  journalHeight,
  journalSeen,
  journalTitle,
  journalWidth,
} from '../src/faces/tui/overlays/journal-lines.ts'
import type { HasClock, HasSession } from '../src/faces/tui/state.ts'
import { word } from '../src/faces/tui/text/line.ts'
import { Cover } from './Cover.tsx'

type JournalProps = HasSession & HasClock & { readonly journal: JournalState }

/** Your changes, newest first. */
export function Journal({ session, clock, journal }: JournalProps): ReactElement {
  const { size } = session
  const width = journalWidth(size)
  const lines = journalSeen({ session, clock }, journal)
  const length = journal.changes?.length ?? 0
  return (
    <Cover
      place={{ x: Math.floor((size.columns - width) / 2), y: 1, width }}
      title={journalTitle}
      lines={Array.from({ length: journalHeight(size) }, (_, at) => lines[at] ?? [])}
      more={length === 0 ? [] : [word(`${journal.chosen + 1} of ${length}`, 'dim')]}
    />
  )
}
