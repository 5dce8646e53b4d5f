import type { Effect } from '../../effect.ts'
import {
  type Browsing,
  type HasClock,
  type HasPanes,
  type OnScreen,
  type Showing,
  withPanes,
  withSession,
} from '../../state.ts'
import type { Step } from '../../step.ts'
import { hasCode } from '../../text/code-parts.ts'
import { readable } from './thread-moves.ts'

/** How long an opened message must be on the screen before it counts as shown. */
const shownAfter = 300

/**
 * Keeps the hand-over in step with the screen: requests an unread message of this person that can be read now; gives one
 * back that left the screen before its time.
 */
export function followScreen<S extends OnScreen & HasClock>(state: S): Step<S> {
  if (state.session.readOnly || (state.panes.thread === null && state.panes.showing.length === 0))
    return [state]
  const visible = readable(state)
  const gone = state.panes.showing.filter(({ message }) => !visible.includes(message))
  const kept = state.panes.showing.filter(({ message }) => visible.includes(message))
  const asked = visible.filter((id) => isOwnUnread(state, id) && !kept.some(({ message }) => message === id))
  if (gone.length === 0 && asked.length === 0) return [state]
  const effects: Effect[] = [
    ...gone
      .filter(({ phase }) => phase !== 'settled')
      .map(({ message }): Effect => ({ type: 'release', message })),
    ...asked.map((message): Effect => ({ type: 'offer', message })),
  ]
  const showing = [...kept, ...asked.map((message): Showing => ({ message, phase: 'asked' }))]
  return [withPanes(state, { showing }), ...effects]
}

function isOwnUnread({ panes: { thread }, session: { me } }: Browsing, id: string): boolean {
  const message = thread?.messages.find((message) => message.id === id)
  return message?.owner === me.address && message.status === 'unread' && message.condition === null
}

/** The store's answer to an offer. Mail that is held elsewhere is shown all the same, and never settled. */
export function offered<S extends HasPanes>(state: S, message: string, held: boolean): Step<S> {
  const showing = state.panes.showing.map((one): Showing => {
    return one.message === message && one.phase === 'asked' && held ? { message, phase: 'held' } : one
  })
  return [withPanes(state, { showing })]
}

/** The messages that wait for their frame: the program reports when it was written. */
export function awaited({ panes: { showing } }: HasPanes): readonly string[] {
  return showing.filter(({ phase }) => phase === 'held').map(({ message }) => message)
}

export function written<S extends HasPanes>(state: S, messages: readonly string[]): Step<S> {
  const showing = state.panes.showing.map(
    (one): Showing =>
      one.phase === 'held' && messages.includes(one.message) ? { ...one, phase: 'drawn' } : one,
  )
  return [withPanes(state, { showing }), { type: 'wait', name: 'shown', milliseconds: shownAfter }]
}

/** They stood long enough: what was drawn is shown. */
export function stood<S extends HasPanes>(state: S): Step<S> {
  const drawn = state.panes.showing.filter(({ phase }) => phase === 'drawn')
  const showing = state.panes.showing.map(
    (one): Showing => (one.phase === 'drawn' ? { ...one, phase: 'settled' } : one),
  )
  return [withPanes(state, { showing }), ...drawn.map(({ message }): Effect => ({ type: 'settle', message }))]
}

/** Asks for what colours code with the first that is shown. */
export function followCode<S extends Browsing>(before: S, [state, ...effects]: Step<S>): Step<S> {
  const { thread } = state.panes
  const { colouring } = state.session
  if (colouring !== 'none' || thread === null || thread === before.panes.thread) return [state, ...effects]
  const shown = thread.messages.filter(({ id }) => thread.open.has(id))
  if (!shown.some(({ body }) => hasCode(body))) return [state, ...effects]
  return [withSession(state, { colouring: 'asked' }), ...effects, { type: 'load-colours' }]
}
