import { flag } from '../input.ts'
import { operation } from '../operation.ts'
import { listDeeds, reverseDeed } from './reverse.ts'

export const undo = operation({
  summary: 'Undo your last deed: archive, acknowledge, status, snooze, pin',
  access: 'write',
  input: { list: flag('Only list what could be reversed') },
  value: 'reversed',
  async run(context, { list }) {
    return list ? listDeeds(context, 'undo') : reverseDeed(context, 'undo')
  },
})
