import { MailError } from '../../domain/errors.ts'
import { flag, number } from '../../input/input.ts'
import { listChanges, reverseChange } from '../../services/log/reverse.ts'
import { operation } from '../operation.ts'

export const undo = operation({
  summary: 'Undo your last change: archive, acknowledge, status, snooze or pin',
  access: 'write',
  needs: 'inside',
  input: {
    list: flag('List the changes that can be reversed'),
    change: number('Undo this change instead of the last one; `journal` shows its number', {
      placeholder: 'ID',
    }),
  },
  value: 'reversed',
  examples: [
    ['watchpost undo', 'undoes your last change, or says why it cannot be undone'],
    ['watchpost undo --change 812', 'undoes an older change; `watchpost journal` lists them'],
  ],
  async run(context, { list, change }) {
    if (list && change !== undefined)
      throw new MailError('usage', '--list cannot be combined with --change.', '')
    return list ? listChanges(context, 'undo') : reverseChange(context, 'undo', change)
  },
})
