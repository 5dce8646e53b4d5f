import type { Pane } from '../keymap.ts'
import type { Size } from '../source.ts'

/** How the panes share the screen: the roster's columns, and what part of the rest the inbox has beside the thread. */
export type Widths = { readonly roster: number; readonly inbox: number }

export const usualWidths: Widths = { roster: 28, inbox: 0.5 }

const steps = { roster: 2, inbox: 0.05 } as const
const limits = { roster: [18, 48], inbox: [0.25, 0.75] } as const

/** The focused pane grows or shrinks, within what leaves the others readable. */
export function resizePane(widths: Widths, pane: Pane, direction: 1 | -1): Widths {
  if (pane === 'roster')
    return { ...widths, roster: within(limits.roster, widths.roster + direction * steps.roster) }
  const by = pane === 'inbox' ? direction : -direction
  return { ...widths, inbox: within(limits.inbox, Math.round((widths.inbox + by * steps.inbox) * 100) / 100) }
}

function within([least, most]: readonly [number, number], wanted: number): number {
  return Math.min(Math.max(wanted, least), most)
}

/** The kept widths, whatever the file contains. */
export function widthsOf(kept: unknown): Widths {
  if (typeof kept !== 'object' || kept === null) return usualWidths
  const { roster, inbox } = kept as Record<string, unknown>
  return {
    roster:
      typeof roster === 'number' && Number.isInteger(roster)
        ? within(limits.roster, roster)
        : usualWidths.roster,
    inbox:
      typeof inbox === 'number' && Number.isFinite(inbox) ? within(limits.inbox, inbox) : usualWidths.inbox,
  }
}

/** The inbox beside the thread, where the roster has no room. */
export function pairedInbox({ columns }: Pick<Size, 'columns'>, { inbox }: Widths): number {
  return Math.floor(columns * Math.max(0.25, inbox - 0.08))
}
