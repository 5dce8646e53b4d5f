import { flag } from '../input.ts'
import { operation } from '../operation.ts'
import { listDeeds, reverseDeed } from './reverse.ts'

export const redo = operation({
  summary: 'Do again what you last undid',
  access: 'write',
  input: { list: flag('Only list what could be reversed') },
  value: 'reversed',
  async run(context, { list }) {
    return list ? listDeeds(context, 'redo') : reverseDeed(context, 'redo')
  },
})
