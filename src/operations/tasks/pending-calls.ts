import type { Commission } from '../../domain/commission.ts'
import { internal } from '../internal.ts'

/** `body` is the calls as JSON; `caller` is who made them. */
export type PendingCalls = { readonly body: string; readonly caller: string }

export const pendingCalls = internal({
  summary: 'Show the tool calls that a task waits for, if it ended on some',
  access: 'read',
  async run(
    { store },
    { status, ended }: Pick<Commission, 'status' | 'ended'>,
  ): Promise<PendingCalls | null> {
    if (status !== 'breakpoint' || ended === null) return null
    const letter = await store.messages.read(ended, null)
    return letter === null ? null : { body: letter.message.body, caller: letter.message.from }
  },
})
