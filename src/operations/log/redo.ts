import { flag } from '../../input/input.ts'
import { listChanges, reverseChange } from '../../services/log/reverse.ts'
import { operation } from '../operation.ts'

export const redo = operation({
  summary: 'Redo the last change that you undid',
  access: 'write',
  needs: 'inside',
  input: { list: flag('List the changes that can be reversed') },
  value: 'reversed',
  async run(context, { list }) {
    return list ? listChanges(context, 'redo') : reverseChange(context, 'redo')
  },
})
