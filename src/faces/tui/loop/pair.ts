import { otherLooks } from '../../../domain/presence.ts'
import type { PresenceValue } from '../../../values/supervision-schema.ts'
import { addressList } from '../../present.ts'
import type { Effect } from '../effect.ts'
import type { EventOf } from '../event.ts'
import { withKeys } from '../keymap.ts'
import { otherName } from '../model/pair.ts'
import { headLoaded, rosterLoaded } from '../panes/inbox/refresh.ts'
import { reuse } from '../reuse.ts'
import { type HasOutbox, type HasSession, type OnScreen, type State, withSession } from '../state.ts'
import { andThen, type Step, say } from '../step.ts'
import { noticeNews } from './notices.ts'
import { answeredHere, whereOf } from './where.ts'

/**
 * Announces to the others that this person enters a thread, begins to answer it, or leaves it; warns of two who answer.
 */
export function followPair(state: State): Step {
  const { terminal, told } = state.session.pair
  if (terminal === null || !state.session.live) return [state]
  const where = whereOf(state)
  const isTold = told?.thread === where.thread && told.replying === where.replying
  if (isTold && told.acting === where.acting) return [state]
  const next: State = withSession(state, { pair: { ...state.session.pair, told: where } })
  const step: Step = [next, { type: 'announce', ...where }]
  const rivals = where.replying ? answering(next) : []
  return rivals.length === 0 ? step : andThen(step, (now) => warn(now, rivals))
}

/** Said again before the others take this screen for closed. */
export function announceAgain(state: State): Step {
  return state.session.pair.terminal === null ? [state] : [state, { type: 'announce', ...whereOf(state) }]
}

type BesideMail = EventOf<'head-loaded' | 'roster-loaded'>

/** What stands beside the mail, and the people here now. */
export function besideMailLoaded(state: State, event: BesideMail): Step {
  const step = event.type === 'roster-loaded' ? rosterLoaded(state, event) : headLoaded(state, event)
  return noticeNews(
    state,
    andThen(step, (next) => presenceLoaded(next, event.presence)),
  )
}

/** The people here now; a second person who begins an answer to the same message is announced at once. */
export function presenceLoaded(state: State, presence: readonly PresenceValue[]): Step {
  const { pair } = state.session
  const others = reuse(
    pair.others,
    presence.filter(({ terminal }) => terminal !== pair.terminal),
  )
  const before = answering(state)
  const next: State = others === pair.others ? state : withSession(state, { pair: { ...pair, others } })
  const fresh = whereOf(state).replying ? answering(next).filter((who) => !before.includes(who)) : []
  const step: Step = others.length === 0 ? [next] : [next, lookAgain]
  return fresh.length === 0 ? step : andThen(step, (now) => warn(now, fresh))
}

/** A person who leaves announces it and is gone at once; a killed screen cannot. */
const lookAgain: Effect = { type: 'wait', name: 'others', milliseconds: otherLooks }

/** The others who answer the open thread. */
export function answering(state: OnScreen & HasOutbox): readonly string[] {
  const { thread } = whereOf(state)
  const rivals = state.session.pair.others.filter(
    (one) => one.replying && one.thread === thread && thread !== null,
  )
  return [...new Set(rivals.map(({ who }) => otherName(state.session.me.address, who)))]
}

function warn<S extends HasSession>(state: S, rivals: readonly string[]): Step<S> {
  const verb = rivals.length === 1 ? 'is' : 'are'
  return say(state, `${addressList(rivals)} ${verb} also answering this thread`, 'problem')
}

/** New messages in a thread being answered are announced: the writer may want to change the answer. */
export function tellOfAnswers(before: State, [after, ...effects]: Step): Step {
  const answered = answeredHere(after)
  if (
    answered === null ||
    before.panes.thread === null ||
    after.panes.thread?.anchor !== before.panes.thread.anchor
  )
    return [after, ...effects]
  if (!after.panes.thread.messages.some(({ id }) => id === answered)) return [after, ...effects]
  const known = new Set(before.panes.thread.messages.map(({ id }) => id))
  const fresh = after.panes.thread.messages.filter(
    ({ id, from }) => !known.has(id) && from !== after.session.me.address,
  )
  const names = [...new Set(fresh.map(({ from }) => from))]
  if (names.length === 0) return [after, ...effects]
  const said =
    after.overlay.type === 'none'
      ? withKeys(after.session.keymap, 'just wrote in this thread ({undo} to undo yours)')
      : 'just wrote in this thread; your text is kept'
  return andThen([after, ...effects], (now) => say(now, `${addressList(names)} ${said}`, 'problem'))
}
