import { MailError } from '../../domain/errors.ts'
import { breakpointCalls, breakpointSubject, strangeTools } from '../../domain/task.ts'
import { json, requiredText } from '../../input/input.ts'
import { swarmDefinition } from '../../services/swarms/definition.ts'
import { endTask } from '../../services/tasks/end.ts'
import { shownTask } from '../../services/tasks/value.ts'
import type { CompletedTask } from '../../values/tasks-schema.ts'
import { operation } from '../operation.ts'

export const breakTask = operation({
  summary: 'Pause a task at tool calls that only its user can answer; a message to the task resumes it',
  access: 'write',
  needs: 'own',
  input: {
    task: requiredText('Its id', { positional: true, placeholder: 'ID' }),
    calls: json('The calls: a list of {name, arguments, call_id}, or one of them'),
  },
  value: 'completedTask',
  async run(context, { task, calls = null }): Promise<CompletedTask> {
    const list = breakpointCalls(calls)
    if (list === null)
      throw new MailError(
        'usage',
        'The calls of the breakpoint are missing, or one is not a JSON object.',
        'Example: --calls \'[{"name":"deploy","arguments":"{}","call_id":"c1"}]\'',
      )
    const { breakpointTools } = await swarmDefinition(context)
    const others = strangeTools(list, breakpointTools)
    if (others.length > 0)
      throw new MailError(
        'not-allowed',
        `The swarm has no breakpoint for ${others.join(', ')}.`,
        `Its breakpoint_tools are ${breakpointTools.join(', ')}; call other tools directly.`,
      )
    const body = JSON.stringify(list)
    const ended = await endTask(context, task, { subject: breakpointSubject, body, payload: { calls: list } })
    return { ...(await shownTask(context, task, null)), ...ended }
  },
})
