import { MailError } from '../../domain/errors.ts'
import { fitSubject, titleOf } from '../../domain/message.ts'
import { checkInput, requiredText } from '../../input/input.ts'
import { letterFields } from '../../services/posting/letter.ts'
import { postMessage } from '../../services/posting/post.ts'
import { rootOf } from '../../services/tasks/root.ts'
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
    const self = context.actor.address
    const others = (await context.store.tasks.participants(task)).filter(
      (who) => who !== self && who !== 'system',
    )
    if (others.length === 0)
      throw new MailError('conflict', `Nobody else takes part in the task ${task}; nothing was sent.`, '')
    const root = await rootOf(context, task)
    const letter = checkInput(letterFields, {
      ...{ kind: 'interrupt', task, body, priority: 'urgent', again: true },
      subject: fitSubject(`Stop: ${root === null ? task : titleOf(root)}`),
    })
    return postMessage(context, {
      ...letter,
      to: others.map((who) => (who.includes(':') || who.includes('@') ? who : `agent:${who}`)),
      defaultKind: 'interrupt',
      thread: root?.thread ?? null,
    })
  },
})
