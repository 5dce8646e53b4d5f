import { flag } from '../../input/input.ts'
import { operation } from '../operation.ts'
import { listChanges, reverseChange } from './reverse.ts'

export const redo = operation({
  summary: 'Redo the last change that you undid',
  access: 'write',
  input: { list: flag('List the changes that can be reversed') },
  value: 'reversed',
  async run(context, { list }) {
    return list ? listChanges(context, 'redo') : reverseChange(context, 'redo')
  },
})
