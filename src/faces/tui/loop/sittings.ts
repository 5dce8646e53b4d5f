import { isMailError, withHint } from '../../../domain/errors.ts'
import type { Effect } from '../effect.ts'
import type { Event } from '../event.ts'
import { unchosen } from '../panes/inbox/chosen.ts'
import { opensOn } from '../panes/roster/folding.ts'
import { sentenceOf } from '../sentence.ts'
import {
  type HasPanes,
  type HasSession,
  type Session,
  type Size,
  type State,
  withPanes,
  withSession,
} from '../state.ts'
import type { Program } from './program.ts'
import { openingState, type Sitting } from './sitting.ts'

/** A store, and the state of the screen before it. */
export type Seated = { readonly sitting: Sitting; readonly state: State }

type Wanted = Pick<Extract<Effect, { type: 'open-store' }>, 'location' | 'row'>

/** The stores that one terminal goes through. */
export type Sittings = {
  first(): Promise<Seated>
  /** Opens a store beside the present one; `null` where a later wish took its place. */
  openStore(wanted: Wanted): Promise<Event | null>
  /** It is not gone to. */
  stay(): void
  /** The store that the program was left for, where the person left it; `null`: it was left for good. */
  next(program: Program | undefined): Seated | null
  /** Lets go of every store. */
  close(): Promise<void>
}

/** All that can fail is done while the former store is still on the screen. */
export function openSittings(first: Sitting, size: () => Size): Sittings {
  let here = first
  let opened: (Seated & { readonly row: string | null }) | null = null
  let wish = 0
  const left = new Map<string, State>()
  const closing: Promise<void>[] = []
  const letGo = (sitting: Sitting): void => void closing.push(sitting.close().catch(() => undefined))
  const stay = (): void => {
    wish += 1
    if (opened !== null) letGo(opened.sitting)
    opened = null
  }

  async function openStore({ location, row }: Wanted): Promise<Event | null> {
    stay()
    const mine = wish
    let sitting: Sitting | null = null
    try {
      sitting = await here.stores.open(location)
      const state = await openingState(sitting, size())
      if (mine === wish) {
        opened = { sitting, state, row }
        return { type: 'store-opened', problem: null }
      }
      letGo(sitting)
    } catch (error) {
      if (sitting !== null) letGo(sitting)
      if (mine === wish)
        return { type: 'store-opened', problem: isMailError(error) ? withHint(error) : sentenceOf(error) }
    }
    return null
  }

  return {
    first: async () => ({ sitting: first, state: await openingState(first, size()) }),
    openStore,
    stay,
    next(program) {
      if (program === undefined || !program.isOnward() || opened === null) return null
      const { sitting, state, row } = opened
      left.set(here.location, program.state)
      const carried = withSession(state, {
        size: size(),
        toast: { text: `Now in ${sitting.stores.name.name}`, tone: 'plain' },
        ...personsOwn(program.state, here, sitting),
      })
      letGo(here)
      here = sitting
      opened = null
      return {
        sitting,
        state: row === null ? resumed(carried, left.get(sitting.location)) : atRow(carried, row),
      }
    },
    async close() {
      stay()
      letGo(here)
      await Promise.all(closing)
    },
  }
}

/** What belongs to the person and the terminal, not to a store. */
function personsOwn({ session }: HasSession, from: Sitting, to: Sitting): Partial<Session> {
  const { theme, groundUntil, focused, mouse } = session
  return {
    focused,
    // A theme that a store's settings name is meant.
    ...(to.asks && { theme, groundUntil }),
    ...(mouse !== from.screen.mouse && { mouse }),
  }
}

/** As the person left the store: what was listed, and what was selected. Its rows are read again. */
function resumed<S extends HasSession & HasPanes>(state: S, left: S | undefined): S {
  if (left === undefined || left.session.me.address !== state.session.me.address) return state
  const { list, roster, focus, zoomed, threaded, visited, before, cameFrom } = left.panes
  const { attention, folded } = state.panes.roster
  return withPanes(state, {
    zoomed,
    threaded,
    visited,
    before,
    cameFrom,
    focus: focus === 'thread' ? 'inbox' : focus,
    list: { ...unchosen(list), fetching: null, resumed: !list.loading },
    roster: { ...roster, folded, attention: attention ?? roster.attention },
  })
}

/** At a row of Attention. */
function atRow<S extends HasSession & HasPanes>(state: S, row: string): S {
  const shown = opensOn(state, 'attention')
  return withPanes(shown, { list: { ...shown.panes.list, seek: row } })
}
