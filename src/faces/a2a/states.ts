import type { TaskState } from '../../domain/task-state.ts'
import { badParams } from './errors.ts'

const names: Readonly<Record<TaskState, string>> = {
  submitted: 'TASK_STATE_SUBMITTED',
  working: 'TASK_STATE_WORKING',
  'input-required': 'TASK_STATE_INPUT_REQUIRED',
  completed: 'TASK_STATE_COMPLETED',
  failed: 'TASK_STATE_FAILED',
  canceled: 'TASK_STATE_CANCELED',
}
/** States of the protocol in which no task of ours ever is. */
const others = ['TASK_STATE_REJECTED', 'TASK_STATE_AUTH_REQUIRED']
const unset = 'TASK_STATE_UNSPECIFIED'

export function stateName(state: TaskState): string {
  return names[state]
}

/** The state that a list is asked for; `never`: one without tasks. @throws RpcError */
export function readState(name: string | undefined): TaskState | 'never' | undefined {
  if (name === undefined || name === unset) return undefined
  if (others.includes(name)) return 'never'
  const [found] = Object.entries(names).find(([, one]) => one === name) ?? []
  if (found !== undefined) return found as TaskState
  throw badParams(`status must be one of ${[...Object.values(names), ...others].join(', ')}`)
}
