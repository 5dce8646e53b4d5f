import type { AttentionReason } from '../../../../domain/attention.ts'
import type { AttentionRow } from '../../../../operations/attention/value.ts'
import type { Intent } from '../../intent.ts'
import type { State } from '../../state.ts'

type Remedy = { readonly intent: Intent; readonly hint: string }

const open: Remedy = { intent: { type: 'open' }, hint: 'open' }
const reply: Remedy = { intent: { type: 'write', form: 'reply' }, hint: 'reply' }
const nudge: Remedy = { intent: { type: 'place', deed: 'nudge' }, hint: 'nudge' }
const write: Remedy = { intent: { type: 'write', form: 'compose' }, hint: 'write to it' }
const again = (hint: string): Remedy => ({ intent: { type: 'place', deed: 'again' }, hint })

/** What deals with each trouble; its key works where such a row is selected. */
const remedies: Readonly<Record<AttentionReason, Remedy>> = {
  urgent: open,
  escalation: reply,
  deadlock: reply,
  silent: nudge,
  abandoned: nudge,
  waiting: open,
  'queue-failed': open,
  'queue-paused': { intent: { type: 'place', deed: 'pause' }, hint: 'resume' },
  dead: again('deliver again'),
  'request-failed': again('ask again'),
  failed: again('retry'),
  overdue: reply,
  unanswered: nudge,
}

/** Whose pane nobody knows is written to. */
export function remedyOf({ roster }: Pick<State, 'roster'>, { why, agent }: AttentionRow): Remedy {
  const remedy = remedies[why]
  if (remedy !== nudge) return remedy
  const pane = roster.agents.find(({ address }) => address === agent)?.pane ?? null
  return pane === null ? write : nudge
}
