import { pageFields, pageOf } from '../../input/paging.ts'
import { loopValue } from '../../services/loops/value.ts'
import { operation } from '../operation.ts'

export const listLoops = operation({
  summary: 'List mail among agents that looks like a loop, and is held back for a person',
  access: 'read',
  unregistered: true,
  input: pageFields,
  value: 'loops',
  examples: [['watchpost loop list', 'shows who writes to whom, how often, and how much is held back']],
  async run({ store }, input) {
    const { rows, next } = await store.loops.list(pageOf(input))
    return { loops: rows.map(loopValue), next }
  },
})
