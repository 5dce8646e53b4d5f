import type { AttentionReason } from '../../../../domain/attention.ts'
import { asEscalation } from '../../../../domain/escalation-payload.ts'
import type { AttentionRow } from '../../../../values/attention-schema.ts'
import type { HasPanes } from '../../state.ts'

/** The command that helps, by its name in the settings, and the footer's word for it. */
type Remedy = { readonly name: string; readonly hint: string }

const open: Remedy = { name: 'open', hint: 'open' }
const reply: Remedy = { name: 'reply', hint: 'reply' }
const decide: Remedy = { name: 'decide', hint: 'decide' }
const nudge: Remedy = { name: 'nudge', hint: 'nudge' }
const answer: Remedy = { name: 'open', hint: 'answer' }
const jump: Remedy = { name: 'jump', hint: 'jump' }
const write: Remedy = { name: 'compose', hint: 'write to it' }
/** A reminder is an answer in the thread of the message that it reminds of. */
const remind: Remedy = { name: 'compose', hint: 'remind' }
const again = (hint: string): Remedy => ({ name: 'again', hint })

/** The remedy for each trouble; its key works on a selected row of that kind. */
const remedies: Readonly<Record<AttentionReason, Remedy>> = {
  asks: jump,
  urgent: open,
  escalation: reply,
  'caller-waits': nudge,
  loop: { name: 'continue', hint: 'let it go on' },
  deadlock: { name: 'rule', hint: 'rule' },
  silent: nudge,
  unheard: nudge,
  unhooked: open,
  abandoned: nudge,
  waiting: open,
  undelivered: open,
  'past-due': open,
  'queue-failed': open,
  'queue-paused': { name: 'pause', hint: 'resume' },
  dead: again('deliver again'),
  'request-failed': again('ask again'),
  failed: again('retry'),
  overdue: reply,
  unanswered: nudge,
}

/** An agent without a known pane is written to: about a message in its thread. */
export function remedyOf({ panes }: HasPanes, trouble: AttentionRow): Remedy {
  const { why, agent, message } = trouble
  if (why === 'escalation') return optionsOf(trouble).length > 0 ? decide : reply
  const remedy = remedies[why]
  if (remedy !== nudge && remedy !== jump) return remedy
  const pane = panes.roster.agents.find(({ address }) => address === agent)?.pane ?? null
  if (remedy === jump) return trouble.request !== null ? answer : pane === null ? open : jump
  if (pane !== null) return nudge
  return message === null ? write : remind
}

/** The options of an escalation. */
function optionsOf({ message }: Pick<AttentionRow, 'message'>): readonly string[] {
  return asEscalation(message?.payload)?.options ?? []
}
