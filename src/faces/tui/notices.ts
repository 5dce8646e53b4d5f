import type { UnreadCounts } from '../../domain/roster.ts'
import { counted } from '../present.ts'
import type { State } from './state.ts'
import type { Step } from './step.ts'

/** Between two notices, ms; what is urgent waits less. */
const pauses = { urgent: 10_000, usual: 30_000 } as const

/** New mail is told of where nobody looks: only while the pane is not focused, and not with every message. */
export function noticeNews(before: State, [state, ...effects]: Step): Step {
  const { unread, agents } = state.roster
  const { at, known } = state.noticed
  const seen = { at, known: unread }
  const what = newsOf(known, unread)
  // What one saw, and what others dealt with, is no news.
  if (state.focused || before.roster.agents.length === 0 || agents.length === 0 || what === null)
    return [{ ...state, noticed: seen }, ...effects]
  const pause = what.urgent ? pauses.urgent : pauses.usual
  // Told with what comes after the pause.
  if (at !== null && state.now - at < pause) return [state, ...effects]
  const noticed = { at: state.now, known: unread }
  return [{ ...state, noticed }, ...effects, { type: 'notice', body: what.body }]
}

function newsOf(
  before: UnreadCounts,
  after: UnreadCounts,
): { readonly urgent: boolean; readonly body: string } | null {
  if (after.urgent > before.urgent)
    return {
      urgent: true,
      body: `${counted(after.urgent - before.urgent, 'urgent message')}, ${after.total} unread`,
    }
  if (after.total > before.total)
    return {
      urgent: false,
      body: `${counted(after.total - before.total, 'new message')}, ${after.total} unread`,
    }
  return null
}
