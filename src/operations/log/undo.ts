import { flag } from '../input.ts'
import { operation } from '../operation.ts'
import { listChanges, reverseChange } from './reverse.ts'

export const undo = operation({
  summary: 'Undo your last change: archive, acknowledge, status, snooze or pin',
  access: 'write',
  input: { list: flag('List the changes that can be reversed') },
  value: 'reversed',
  async run(context, { list }) {
    return list ? listChanges(context, 'undo') : reverseChange(context, 'undo')
  },
})
