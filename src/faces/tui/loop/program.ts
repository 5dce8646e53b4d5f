import type { Mailbox } from '../../../mailbox.ts'
import type { Doubting } from '../compose/fetch-drafts.ts'
import type { Effect, TimerName } from '../effect.ts'
import type { Event, Written } from '../event.ts'
import { toKeep } from '../model/kept.ts'
import type { PrintAnswer } from '../overlays/palette/fetch-palette.ts'
import { altersThreads } from '../panes/inbox/refresh.ts'
import { awaited } from '../panes/thread/showing.ts'
import { type State, withClock } from '../state.ts'
import type { Stores } from '../stores.ts'
import { type EffectsOptions, openEffects } from './effects/effects.ts'
import { follow } from './follow.ts'
import { openEnding, openLeaving } from './leave.ts'
import { type TypeInto, throughInput } from './line-input.ts'
import { openTurns } from './turns.ts'
import { dueKeys } from './type-ahead.ts'
import { update } from './update.ts'

export type HandedOut = Extract<
  Effect,
  { type: 'copy' | 'open-file' | 'open-text' | 'open-link' | 'pipe' | 'run-own' }
>

type StoreEffect = Extract<Effect, { type: 'open-store' }>

export type ProgramOptions = {
  readonly mailbox: Mailbox
  readonly now: () => number
  readonly state: State
  /** Draws a state and reports the number of the frame. */
  readonly draw: (state: State) => number
  /** Types into the line input on the screen. */
  readonly input?: TypeInto
  /** A timer that never rings, where the clock stands still. */
  readonly still?: TimerName
  readonly notice?: (body: string) => void
  /** Asked if the terminal never reported its focus. */
  readonly isLookedAt?: () => Promise<boolean>
  readonly remember?: (kept: object) => void
  readonly rememberQuery?: (query: string) => void
  readonly mouse?: (on: boolean) => void
  readonly repaint: () => void
  readonly suspend: () => void
  readonly stores?: Stores | undefined
  /** Opens another store beside this one; `null` where a later wish took its place. */
  readonly openStore?: (wanted: Pick<StoreEffect, 'location' | 'row'>) => Promise<Event | null>
  /** Closes it again. */
  readonly stay?: () => void
  /** Opens a text in the person's editor. */
  readonly edit: (text: string) => Promise<Written>
  readonly doubt?: Doubting | undefined
  readonly print?: PrintAnswer | undefined
  /** Programs and the clipboard, as a person uses them. */
  readonly handOut: (effect: HandedOut) => Promise<Event | null>
}

export type Program = {
  readonly state: State
  readonly ended: Promise<void>
  /** It takes no more events. */
  isOver(): boolean
  /** Left for the store that was opened. */
  isOnward(): boolean
  dispatch(event: Event): void
  /** Frames up to this number are on the screen. */
  written(drawn: number): void
  /** Resolves when nothing is under way. */
  quiet(): Promise<void>
  close(): Promise<void>
}

/** The loop: events go in, states come out, effects are carried out. One event at a time. */
export function openProgram(options: ProgramOptions): Program {
  const { mailbox, now, draw, input = null } = options
  let { state } = options
  let frame = { number: 0, shows: awaited(state) }
  let [visible, busy] = [0, false]
  let pressedAt = Number.NEGATIVE_INFINITY
  const shown = { refreshes: 0, meetings: 0 }
  const events: Event[] = []
  const watching = new AbortController()
  const { ended, end } = openEnding()
  const dispatch = (event: Event): void => {
    events.push(event)
    if (event.type === 'key') pressedAt = performance.now()
    if (busy || watching.signal.aborted) return
    busy = true
    for (let next = events.shift(); next !== undefined; next = events.shift()) take(next)
    busy = false
    turns.ask(event)
  }
  const redraw = (): void => {
    if (watching.signal.aborted) return
    frame = { shows: awaited(state), number: draw(state) }
    confirm()
  }
  /** Only a frame drawn after the offer shows what is held. */
  const confirm = (): void => {
    const held = awaited(state)
    const messages = frame.shows.filter((message) => held.includes(message))
    if (messages.length > 0 && visible >= frame.number) dispatch({ type: 'written', messages })
  }
  const take = (event: Event): void => {
    if (event.type === 'changed' && altersThreads(event.alters)) effects.changed()
    if (event.type === 'presence-loaded') shown.meetings += 1
    const read = throughInput(state, event, input, redraw)
    const [next, ...wanted] = update(withClock(state, { now: now() }), read)
    const [ready, ...due] = dueKeys(next)
    state = ready
    events.unshift(...due)
    if (isRefresh(wanted)) shown.refreshes += 1
    for (const effect of wanted) effects.run(effect)
  }
  const close = async (): Promise<void> => {
    if (watching.signal.aborted) return ended
    watching.abort()
    turns.stop()
    await effects.close()
    end()
  }
  const leaving = openLeaving(() => effects.written(), dispatch, close)
  const turns = openTurns(redraw)
  const outside = outsideOf(options, (onward) => void leaving.leave(onward), dispatch)
  const own = { session: state.session, dispatch, outside, pressedAt: () => pressedAt }
  const effects = openEffects({ ...options, ...own })
  dispatch({ type: 'started' })
  void follow(mailbox, watching.signal, { quiet: effects.quiet, shown, ...own })
  return {
    get state() {
      return state
    },
    isOver: () => watching.signal.aborted,
    isOnward: leaving.isOnward,
    ended,
    dispatch,
    written(drawn) {
      visible = drawn
      confirm()
    },
    quiet: effects.quiet,
    close: () => leaving.leave(),
  }
}

/** Nobody is left to be asked: what is being written is kept, what is held given back. */
export async function leaveInHaste(program: Program | undefined): Promise<void> {
  program?.dispatch({ type: 'waited', name: 'autosave' })
  await program?.close()
}

/** The part that only the terminal can do. */
function outsideOf(
  options: ProgramOptions,
  quit: (onward: boolean) => void,
  dispatch: (event: Event) => void,
): EffectsOptions['outside'] {
  return (effect) => {
    switch (effect.type) {
      case 'notice':
        return options.notice?.(effect.body)
      case 'ask-looked':
        return void (options.isLookedAt?.() ?? Promise.resolve(true)).then((looked) =>
          dispatch({ type: 'looked', looked }),
        )
      case 'remember':
        return options.remember?.(toKeep(effect.kept))
      case 'remember-query':
        return options.rememberQuery?.(effect.query)
      case 'mouse':
        return options.mouse?.(effect.on)
      case 'redraw':
        return options.repaint()
      case 'suspend':
        return options.suspend()
      case 'quit':
        return quit(effect.onward === true)
      case 'open-store':
        return void options.openStore?.(effect).then((event) => event !== null && dispatch(event))
      case 'stay':
        return options.stay?.()
      case 'copy':
      case 'open-file':
      case 'open-text':
      case 'open-link':
      case 'pipe':
      case 'run-own':
        return void options.handOut(effect).then((event) => event !== null && dispatch(event))
      case 'edit-outside':
        return void options.edit(effect.text).then((written) => dispatch({ type: 'edited', written }))
    }
  }
}

/** All that is shown is asked for again; the roster alone may be a part of it. */
function isRefresh(effects: readonly Effect[]): boolean {
  const asks = (type: Effect['type']) => effects.some((effect) => effect.type === type)
  return asks('load-board') || (asks('load-roster') && asks('load-list'))
}
