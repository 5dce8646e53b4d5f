import { pause } from '../../../after.ts'
import { type ChangeKind, changeKinds } from '../../../domain/change-kind.ts'
import { isElsewhere } from '../../../domain/errors.ts'
import type { Mailbox } from '../../../mailbox.ts'
import type { Event } from '../event.ts'
import type { Kept } from '../model/kept.ts'
import { sentenceOf, storeGone } from '../sentence.ts'
import type { Browsing } from '../state.ts'
import type { Step } from '../step.ts'

/** Shortest time between two looks at what others changed, ms. It doubles while changes come without a pause: nobody reads faster. */
const breath = 40
const longBreath = 500
/** While keys follow one another this closely, ms, what others changed waits for a lull, though not for longer than that. */
const lull = 60
const mostWait = 700

type Follower = {
  /** Resolves when nothing is being asked for. */
  quiet(): Promise<void>
  /** How many refreshes of the whole screen were asked for so far, and how often it learned who else is here. */
  readonly shown: { readonly refreshes: number; readonly meetings: number }
  /** When the last key was pressed, by `performance.now()`. */
  pressedAt(): number
  dispatch(event: Event): void
}

/** Between two looks whether a removed store is back, ms. */
const absence = 1_000
const replaced = 'The store was replaced. This screen shows the new one.'

/** Reports changes for as long as the screen is open. A store that was removed may come back. */
export async function follow(mailbox: Mailbox, signal: AbortSignal, follower: Follower): Promise<void> {
  for (let isGone = false; !signal.aborted; ) {
    try {
      await followChanges(mailbox, signal, follower)
      return
    } catch (error) {
      if (signal.aborted) return
      if (!isElsewhere(error)) {
        follower.dispatch({ type: 'failed', text: `This screen no longer updates: ${sentenceOf(error)}` })
        return
      }
      if (!isGone) follower.dispatch({ type: 'failed', text: storeGone })
      isGone = true
      await pause(absence)
    }
  }
}

/** As fast as they can be drawn, and never in the way of a held key. */
async function followChanges(mailbox: Mailbox, signal: AbortSignal, follower: Follower): Promise<void> {
  let rest = breath
  let rested = performance.now()
  for await (const change of mailbox.watch({}, signal)) {
    rest = performance.now() - rested < breath ? Math.min(2 * rest, longBreath) : breath
    const isShown = shownFrom(follower)
    await follower.quiet()
    if (change.replaced) follower.dispatch({ type: 'failed', text: replaced })
    const alters = (change.alters ?? changeKinds).filter((kind) => change.replaced || !isShown(kind))
    if (alters.length === 0) continue
    await keysRest(follower)
    if (signal.aborted) return
    follower.dispatch({ type: 'changed', alters })
    await pause(rest)
    rested = performance.now()
  }
}

/** A refresh that began after the news came has shown it: that of your own change. Tasks and debates are not a part of it. */
function shownFrom({ shown }: Follower): (kind: ChangeKind) => boolean {
  const { refreshes, meetings } = shown
  return (kind) =>
    (kind !== 'tasks' && shown.refreshes > refreshes) || (kind === 'presence' && shown.meetings > meetings)
}

async function keysRest({ pressedAt }: Follower): Promise<void> {
  const until = performance.now() + mostWait
  while (performance.now() < Math.min(until, pressedAt() + lull)) await pause(lull / 2)
}

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
