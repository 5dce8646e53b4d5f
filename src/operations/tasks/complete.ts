import { MailError } from '../../domain/errors.ts'
import { requiredText } from '../../input/input.ts'
import { completeTaskBy } from '../../services/tasks/finish-with.ts'
import { shownTask } from '../../services/tasks/value.ts'
import type { CompletedTask } from '../../values/tasks-schema.ts'
import { operation } from '../operation.ts'

export const completeTask = operation({
  summary:
    'Complete a task with its result and notify its participants and contributing swarms; for supervisors',
  access: 'write',
  needs: 'own',
  input: {
    task: requiredText('Its id', { positional: true, placeholder: 'ID' }),
    body: requiredText('The result, in Markdown; - reads standard input', { short: 'b', stdin: true }),
  },
  value: 'completedTask',
  examples: [
    [
      'watchpost task complete T-41 -b "The store is in; the suite passes."',
      'reports to everyone who took part that T-41 is done',
    ],
  ],
  async run(context, { task, body }): Promise<CompletedTask> {
    const { address, canComplete } = context.actor
    if (!canComplete)
      throw new MailError(
        'not-allowed',
        `${address} may not complete tasks.`,
        `Ask its supervisor, or allow it with \`watchpost agents update ${address} --can-complete\`.`,
      )
    const ended = await completeTaskBy(context, task, body)
    return { ...(await shownTask(context, task, null)), ...ended }
  },
})
