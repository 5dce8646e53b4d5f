import type { AttentionReason } from '../../../domain/attention.ts'
import type { Binding, Intent } from '../keymap.ts'
import { keysText } from './keys-text.ts'

type TroubleDeed = { readonly intent: Intent; readonly hint: string }

const open: TroubleDeed = { intent: { type: 'open' }, hint: 'open' }
const reply: TroubleDeed = { intent: { type: 'write', form: 'reply' }, hint: 'reply' }
const nudge: TroubleDeed = { intent: { type: 'place', deed: 'nudge' }, hint: 'nudge' }
const again = (hint: string): TroubleDeed => ({ intent: { type: 'place', deed: 'again' }, hint })

/** What deals with that which needs a person; its key is bound where such a row is selected. */
export const troubleDeeds: Readonly<Record<AttentionReason, TroubleDeed>> = {
  urgent: open,
  escalation: reply,
  deadlock: reply,
  silent: nudge,
  waiting: open,
  'queue-failed': open,
  'queue-paused': { intent: { type: 'place', deed: 'pause' }, hint: 'resume' },
  dead: again('deliver again'),
  failed: again('retry'),
  overdue: reply,
  unanswered: nudge,
}

/** The key that does so, as this keyboard has it. */
export function troubleKey(why: AttentionReason, keymap: readonly Binding[]): string {
  const binding = keymap.find((one) => means(one, troubleDeeds[why].intent))
  return keysText(binding?.keys.slice(0, 1) ?? [])
}

export function means({ intent }: Pick<Binding, 'intent'>, other: Intent): boolean {
  return JSON.stringify(intent) === JSON.stringify(other)
}
