import type { Kept } from '../kept.ts'
import type { Browsing } from '../state.ts'
import type { Step } from '../step.ts'

function keptIn({ session, panes }: Browsing): Kept {
  const { widths, lines, hinted } = session
  return { widths, lines, hinted, folded: panes.roster.folded, rosterBy: panes.roster.by }
}

/** Changes of the kept state are written immediately, because another screen may open next. */
export function followKept<S extends Browsing>(before: S, step: Step<S>): Step<S> {
  const [after, ...effects] = step
  const [old, kept] = [keptIn(before), keptIn(after)]
  const changed = (Object.keys(kept) as (keyof Kept)[]).filter((name) => kept[name] !== old[name])
  if (changed.length === 0) return step
  const parts = Object.fromEntries(changed.map((name) => [name, kept[name]])) as Partial<Kept>
  return [after, { type: 'remember', kept: parts }, ...effects]
}
