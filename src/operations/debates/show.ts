import { requiredText } from '../input.ts'
import { requireId } from '../lookup.ts'
import { operation } from '../operation.ts'
import { readDebate } from './read.ts'
import { debateValue, positionsOf, type ShownDebate } from './value.ts'

export const showDebate = operation({
  summary: 'Show who stands where in a debate, with what evidence, and what may be answered now',
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
    return { ...debateValue(context, read), positions: positionsOf(read) }
  },
})
