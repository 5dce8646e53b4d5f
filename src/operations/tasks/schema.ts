import { taskStatuses } from '../../domain/task.ts'
import {
  count,
  id,
  list,
  message,
  moment,
  momentOrNull,
  object,
  oneOf,
  text,
  textOrNull,
  yes,
} from '../schema-parts.ts'

const taskProperties = {
  id: text,
  owner: text,
  contributors: list(text),
  agents: list(text),
  status: oneOf(taskStatuses),
  entrypoint: textOrNull,
  startedAt: moment,
  completedAt: momentOrNull,
  messages: count,
} as const

const shownProperties = {
  ...taskProperties,
  endings: list(object({ message: id, by: text, at: moment, finish: text })),
  history: list(message),
  next: textOrNull,
} as const

export const task = object(taskProperties)
export const shownTask = object(shownProperties)
export const completedTask = object({ ...shownProperties, duplicate: yes, warnings: list(text) })
