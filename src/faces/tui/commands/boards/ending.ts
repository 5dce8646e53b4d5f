import { rowOn } from '../../panes/boards/about.ts'
import type { HasPanes, HasSession, OnScreen } from '../../state.ts'
import { type Step, say } from '../../step.ts'
import { ask } from '../ask.ts'
import { call } from '../command.ts'

/** Why the selected task cannot be ended, or `true`. */
export function canEnd(state: HasPanes): true | string {
  const row = rowOn(state, 'tasks')
  if (row === null) return 'No task is selected.'
  return row.status !== 'completed' || 'This task is already completed.'
}

/** Asks for words about the selected task. */
export function askAboutTask<S extends OnScreen>(
  state: S,
  command: string,
  label: (task: string) => string,
): Step<S> {
  const row = rowOn(state, 'tasks')
  if (row === null) return [state]
  const { id, title } = row
  return ask(state, { command, label: label(title === '' ? id : title), subject: id, keeps: true })
}

/** Completes a task with the words that were asked for. */
export function completeWith<S extends HasSession>(
  state: S,
  command: string,
  task: string,
  text: string,
): Step<S> {
  const body = text.trim()
  if (body === '') return say(state, 'The task goes on: no result was given.')
  return [state, call(command, 'completeTask', { task, body })]
}
