import type { AttentionReason } from '../../../../domain/attention.ts'
import type { AttentionRow } from '../../../../operations/attention/schema.ts'
import type { RosterState } from '../../state.ts'

/** The command that helps, by its name in the settings, and the footer's word for it. */
type Remedy = { readonly name: string; readonly hint: string }

const open: Remedy = { name: 'open', hint: 'open' }
const reply: Remedy = { name: 'reply', hint: 'reply' }
const nudge: Remedy = { name: 'nudge', hint: 'nudge' }
const write: Remedy = { name: 'compose', hint: 'write to it' }
const again = (hint: string): Remedy => ({ name: 'again', hint })

/** What deals with each trouble; its key works where such a row is selected. */
const remedies: Readonly<Record<AttentionReason, Remedy>> = {
  urgent: open,
  escalation: reply,
  deadlock: reply,
  silent: nudge,
  abandoned: nudge,
  waiting: open,
  'queue-failed': open,
  'queue-paused': { name: 'pause', hint: 'resume' },
  dead: again('deliver again'),
  'request-failed': again('ask again'),
  failed: again('retry'),
  overdue: reply,
  unanswered: nudge,
}

/** Whose pane nobody knows is written to. */
export function remedyOf(roster: RosterState, { why, agent }: AttentionRow): Remedy {
  const remedy = remedies[why]
  if (remedy !== nudge) return remedy
  const pane = roster.agents.find(({ address }) => address === agent)?.pane ?? null
  return pane === null ? write : nudge
}
