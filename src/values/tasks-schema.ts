import * as z from 'zod/mini'
import { taskStatuses } from '../domain/task.ts'
import { message } from './mail-schema.ts'
import { count, messageId, nextPage, time, type Value } from './schema-parts.ts'

const task = z.object({
  id: z.string(),
  /** `role:id@swarm`, as in MAIL. */
  owner: z.string(),
  contributors: z.array(z.string()),
  /** The addresses that wrote in it. */
  agents: z.array(z.string()),
  status: z.enum(taskStatuses),
  /** The recipient of its first message. */
  entrypoint: z.nullable(z.string()),
  startedAt: time,
  completedAt: z.nullable(time),
  messages: count,
})
export type TaskValue = Value<typeof task>
export const tasks = z.object({ tasks: z.array(task), next: nextPage })

/** A task in one line. */
const taskRow = z.object({
  id: z.string(),
  /** The subject of its first message, else the beginning of its text. */
  title: z.string(),
  /** As MAIL names it where it came by a server, else the address that began it. */
  owner: z.string(),
  status: z.enum(taskStatuses),
  messages: count,
  startedAt: time,
  lastAt: time,
})
export type TaskRowValue = Value<typeof taskRow>
export const taskBoard = z.object({
  tasks: z.array(taskRow),
  counts: z.object({ breakpoint: count, running: count, completed: count }),
  next: nextPage,
})

export const shownTask = z.extend(task, {
  endings: z.array(z.object({ message: messageId, by: z.string(), at: time, finish: z.string() })),
  history: z.array(message),
  next: nextPage,
})
export type ShownTask = Value<typeof shownTask>
export const completedTask = z.extend(shownTask, { duplicate: z.boolean(), warnings: z.array(z.string()) })
export type CompletedTask = Value<typeof completedTask>
