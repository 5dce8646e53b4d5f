import type { AttentionReason } from '../../domain/attention.ts'
import type { MessageValue } from '../values.ts'

/** One thing that needs a person: a message, an agent or a queue; why, since when, and what mends it. */
export type AttentionRow = {
  readonly message: MessageValue | null
  readonly agent: string | null
  readonly queue: string | null
  readonly why: AttentionReason
  /** The same as a sentence. */
  readonly reason: string
  readonly since: string | null
  /** A command line that deals with it. */
  readonly command: string
}

export type AttentionValue = { readonly attention: readonly AttentionRow[] }

type About = Pick<AttentionRow, 'why' | 'reason' | 'command'> & Partial<AttentionRow>

export function attentionRow(about: About): AttentionRow {
  return { message: null, agent: null, queue: null, since: null, ...about }
}
