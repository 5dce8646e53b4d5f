import type { TaskRowValue } from '../../../../values/tasks-schema.ts'
import { marks } from '../../../present-glyphs.ts'
import { calmAge } from '../../text/calm-age.ts'

/** A row of the board of tasks as it is read: texts, so that a clock that ticks draws only the rows that it changes. */
export type TaskCells = Pick<TaskRowValue, 'status' | 'title' | 'owner'> & {
  readonly id: string
  readonly messages: string
  readonly started: string
  readonly last: string
}

export const taskLooks = {
  breakpoint: { mark: marks.waiting, word: 'waiting', look: 'warning' },
  running: { mark: marks.inProgress, word: 'running', look: 'accent' },
  completed: { mark: marks.done, word: 'completed', look: 'good' },
} as const

export function taskCells(task: TaskRowValue, now: number): TaskCells {
  const { id, title, owner, status, messages, startedAt, lastAt } = task
  return {
    ...{ id, status, title: title === '' ? id : title, owner, messages: String(messages) },
    started: calmAge(startedAt, now),
    last: calmAge(lastAt, now),
  }
}

/** The widths of the columns; a column without room is not there. */
export function taskColumns(width: number) {
  const marked = 5
  const numbers = { messages: width >= 90 ? 9 : 0, started: width >= 64 ? 6 : 0, last: 6 }
  const state = width >= 64 ? 10 : 0
  const rest = width - marked - state - numbers.messages - numbers.started - numbers.last
  const id = width >= 120 ? 16 : 0
  const owner = width >= 64 ? Math.floor(rest * 0.3) : 0
  return { ...numbers, state, id, owner, title: Math.max(8, rest - owner - id) }
}
