import type { Letter } from '../src/domain/message.ts'
import type { TaskStatus } from '../src/domain/task.ts'
import type { Page, PageRequest } from './page.ts'

/** A task as its messages have made it. */
export type TaskRow = {
  readonly id: string
  /** Its first and its last message, and the one that ended it last. */
  readonly first: number
  readonly newest: number
  readonly ended: number | null
  readonly messages: number
  readonly status: TaskStatus
  /** How often it was ended. */
  readonly endings: number
}

/** Tasks are noted as their messages arrive: `complete` ends one, any later message opens it again (MAIL, Tasks). */
export type TaskStore = {
  find(id: string): Promise<TaskRow | null>
  /** The newest word first. */
  list(status: TaskStatus | null, page: PageRequest): Promise<Page<TaskRow>>
  /** All of a task's messages, oldest first. */
  messages(id: string, page: PageRequest): Promise<Page<Letter>>
}
