import { withKeys } from '../../keymap.ts'
import { type Browsing, type HasPanes, withPanes } from '../../state.ts'
import { type Step, say } from '../../step.ts'
import { hasColours } from '../../text/body-colours.ts'
import { currentMessage, foldAll, toggleColours, toggleFold } from './thread.ts'

export function toggled<S extends HasPanes>(state: S): Step<S> {
  const { thread } = state.panes
  return thread === null ? [state] : withDetails(withPanes(state, { thread: toggleFold(thread) }))
}

export function foldedAll<S extends HasPanes>(state: S, open: boolean): Step<S> {
  const { thread } = state.panes
  if (thread === null) return [state]
  const next = foldAll(thread, open)
  return next === thread ? [state] : withDetails(withPanes(state, { thread: next }))
}

/** Shows the text in its writer's colours, or plain again. */
export function coloured<S extends Browsing>(state: S): Step<S> {
  const { thread } = state.panes
  if (thread === null) return [state]
  return hasColours(currentMessage(thread)?.body ?? '')
    ? [withPanes(state, { thread: toggleColours(thread) })]
    : say(state, 'This text has no colours.')
}

/** An opened message also shows how far it came with its recipients. */
export function withDetails<S extends HasPanes>(state: S): Step<S> {
  const { thread } = state.panes
  const message = thread?.cursor.message
  if (!thread || message === undefined || !thread.open.has(message) || thread.details.has(message))
    return [state]
  return [state, { type: 'load-details', message, history: false }]
}

export function showHistory<S extends Browsing>(state: S): Step<S> {
  const { thread } = state.panes
  if (thread === null) return say(state, withKeys(state.session.keymap, 'Open the message first: {open}.'))
  const { message } = thread.cursor
  const details = thread.details.get(message)
  if (details === undefined || details.history === null) {
    const open = new Set([...thread.open, message])
    return [
      withPanes(state, { thread: { ...thread, open } }),
      { type: 'load-details', message, history: true },
    ]
  }
  const without = new Map([...thread.details, [message, { ...details, history: null }] as const])
  return [withPanes(state, { thread: { ...thread, details: without } })]
}
