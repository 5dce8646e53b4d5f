import type { PresenceValue } from '../../operations/supervision/value.ts'
import { addressList } from '../present.ts'
import type { Effect } from './effect.ts'
import type { State } from './state.ts'
import { andThen, type Step, say } from './step.ts'
import { messageHere } from './thread/here.ts'

/** Who else sits at the same mail. `terminal` is what this screen is called; `null` tells nobody of itself. */
export type Pair = {
  readonly terminal: string | null
  readonly others: readonly PresenceValue[]
  /** What was told of this screen last. */
  readonly told: Where | null
}

export type Where = { readonly thread: string | null; readonly replying: boolean }

export const alone: Pair = { terminal: null, others: [], told: null }

/** The thread that is open here, and whether it is being answered. */
export function whereOf(state: State): Where {
  const replying = isAnswering(state)
  const open = state.focus === 'thread' && state.thread?.opened === true
  return { thread: open || replying ? (messageHere(state)?.thread ?? null) : null, replying }
}

function isAnswering({ overlay }: State): boolean {
  return overlay.type === 'reply' || (overlay.type === 'form' && overlay.form.operation === 'reply')
}

/** Tells the others when one goes into a thread, begins to answer it, or leaves it; warns of two who answer. */
export function followPair(state: State): Step {
  const { terminal, told } = state.pair
  if (terminal === null || !state.live) return [state]
  const where = whereOf(state)
  if (told?.thread === where.thread && told.replying === where.replying) return [state]
  const next: State = { ...state, pair: { ...state.pair, told: where } }
  const step: Step = [next, { type: 'announce', ...where }]
  const rivals = where.replying ? answering(next) : []
  return rivals.length === 0 ? step : andThen(step, (now) => warn(now, rivals))
}

/** Said again before the others take this screen for closed. */
export function announceAgain(state: State): Step {
  return state.pair.terminal === null ? [state] : [state, { type: 'announce', ...whereOf(state) }, lookAround]
}

export const lookAround: Effect = { type: 'load-presence' }

/** Who is there now; whoever begins to answer what is being answered here is told of at once. */
export function presenceLoaded(state: State, presence: readonly PresenceValue[]): Step {
  const { pair } = state
  const others = presence.filter(({ terminal }) => terminal !== pair.terminal)
  const before = answering(state)
  const next: State = { ...state, pair: { ...pair, others } }
  const fresh = isAnswering(state) ? answering(next).filter((who) => !before.includes(who)) : []
  return fresh.length === 0 ? [next] : warn(next, fresh)
}

/** Who else answers the thread that is open here. */
export function answering(state: State): readonly string[] {
  const { thread } = whereOf(state)
  const rivals = state.pair.others.filter((one) => one.replying && one.thread === thread && thread !== null)
  return [...new Set(rivals.map(({ who }) => nameOf(state, who)))]
}

function warn(state: State, rivals: readonly string[]): Step {
  const verb = rivals.length === 1 ? 'is' : 'are'
  return say(state, `${addressList(rivals)} ${verb} answering this thread too`, 'problem')
}

export function nameOf({ me }: Pick<State, 'me'>, who: string): string {
  return who === me.address ? 'you elsewhere' : who
}

/** What came into the thread that is being answered is told: whoever answers may want to change their words. */
export function tellOfAnswers(before: State, [after, ...effects]: Step): Step {
  if (!isAnswering(after) || before.thread === null || after.thread?.anchor !== before.thread.anchor)
    return [after, ...effects]
  const known = new Set(before.thread.messages.map(({ id }) => id))
  const fresh = after.thread.messages.filter(({ id, from }) => !known.has(id) && from !== after.me.address)
  const names = [...new Set(fresh.map(({ from }) => from))]
  if (names.length === 0) return [after, ...effects]
  return andThen([after, ...effects], (now) =>
    say(now, `${addressList(names)} wrote here while you write: nothing of yours is lost`, 'problem'),
  )
}
