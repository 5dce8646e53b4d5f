import type { Draftable } from '../../services/drafts/value.ts'
import type { Operation } from '../operation.ts'

type Written = Extract<Operation, { yields: 'once' }>
/** What sends a draft: the input that the draft holds a part of, and what sends it. */
type Writer = Pick<Written, 'input' | 'run'>

/** What sends each kind of draft. Loaded when one is saved or sent. */
const writers: Readonly<Record<Draftable, () => Promise<unknown>>> = {
  send: async () => (await import('../mail/send.ts')).send,
  reply: async () => (await import('../mail/reply.ts')).reply,
  forward: async () => (await import('../mail/forward.ts')).forward,
  handoff: async () => (await import('../mail/handoff.ts')).handoff,
  // The operation answers with the debate; sending a draft answers with how it was sent.
  ruling: async () => {
    const { resolveDebate } = await import('../debates/resolve.ts')
    const { ruleDebate } = await import('../../services/debates/rule.ts')
    return { input: resolveDebate.input, run: ruleDebate }
  },
}

export async function writerOf(draft: Draftable): Promise<Writer> {
  return (await writers[draft]()) as Writer
}
