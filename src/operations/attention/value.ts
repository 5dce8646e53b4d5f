import type { AttentionRow } from './schema.ts'

type About = Pick<AttentionRow, 'why' | 'reason' | 'command'> & Partial<AttentionRow>

export function attentionRow(about: About): AttentionRow {
  return { message: null, agent: null, queue: null, since: null, ...about }
}
