import { MailError } from '../../domain/errors.ts'
import { requiredText } from '../../input/input.ts'
import { askToStop } from '../../services/tasks/ask-to-stop.ts'
import { requireTask } from '../../services/tasks/value.ts'
import { operation } from '../operation.ts'

export const stopTask = operation({
  summary: 'Ask all who take part in a task to stop: each gets an interrupt with the reason',
  access: 'write',
  needs: 'own',
  input: {
    task: requiredText('Its id', { positional: true, placeholder: 'ID' }),
    body: requiredText('The reason, in Markdown; - reads standard input', { short: 'b', stdin: true }),
  },
  value: 'sent',
  examples: [['watchpost task stop T-41 -b "The design changed."', 'interrupts the work on T-41']],
  async run(context, { task, body }) {
    const { status } = await requireTask(context, task)
    if (status === 'completed')
      throw new MailError('conflict', `The task ${task} is completed already.`, 'See `watchpost task show`.')
    const sent = await askToStop(context, task, body)
    if (sent !== null) return sent
    throw new MailError('conflict', `Nobody else takes part in the task ${task}; nothing was sent.`, '')
  },
})
