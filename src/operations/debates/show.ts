import { requiredText } from '../../input/input.ts'
import { readDebate } from '../../services/debates/read.ts'
import { shownDebateValue } from '../../services/debates/value.ts'
import { requireId } from '../../services/lookup.ts'
import type { ShownDebate } from '../../values/debates-schema.ts'
import { operation } from '../operation.ts'

export const showDebate = operation({
  summary: "Show a debate: each participant's position and evidence, and which kinds may answer",
  access: 'read',
  input: {
    thread: requiredText('Any message of its thread', {
      positional: true,
      completes: 'message',
      placeholder: 'THREAD',
    }),
  },
  value: 'debate',
  async run(context, { thread }): Promise<ShownDebate> {
    const read = await readDebate(context, await requireId(context, thread))
    return shownDebateValue(context, read)
  },
})
