import { swarmIn } from '../../../domain/addressing/address.ts'
import type { Json, JsonObject } from '../../../domain/json.ts'
import type { ClientTask } from '../../../operations/tasks/client-tasks.ts'
import { everything } from '../../../operations/tasks/follow.ts'
import { parseBody, readText } from '../../http/body.ts'
import { readBody } from '../../http/fields.ts'
import { badRequest } from '../../http/refusal.ts'
import { type Call, people, type Route } from '../../http/route.ts'
import { anyObject, body, exactly, moment, text, texts, yes } from '../../http/shapes.ts'
import { instanceOf } from '../../http/tasks/instance.ts'
import type { World } from '../../http/world.ts'
import { followTask } from '../events.ts'

const most = 500
const listed = {
  task_id: text,
  task_owner: text,
  task_contributors: texts,
  start_time: moment,
  is_running: yes,
  completed: yes,
  title: text,
  remote_swarms: texts,
  task_message_queue: { type: 'array', items: anyObject },
  events: { type: 'array', items: exactly({ event: text, data: text }) },
} as const satisfies Readonly<Record<string, JsonObject>>
const taskShape = exactly(listed)

export const taskRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/tasks',
    summary: "List the caller's tasks by id",
    roles: people,
    gives: { type: 'object', additionalProperties: taskShape },
    async run(world, { client }) {
      const tasks = await world.mailbox.clientTasks({ owner: instanceOf(world, client), most })
      return Object.fromEntries(tasks.map((one) => [one.task.id, taskRecord(world, one, [])]))
    },
  },
  {
    method: 'GET',
    path: '/task',
    summary: "Get one of the caller's tasks with its events; give its id in the query or the body",
    roles: people,
    takes: body({ task_id: text }, []),
    gives: taskShape,
    async run(world, call) {
      const id = call.query['task_id'] ?? (await idInBody(world, call))
      const owner = instanceOf(world, call.client)
      const found = typeof id === 'string' ? await world.mailbox.clientTask({ owner, id }) : null
      if (found === null) throw badRequest('unknown task')
      return taskRecord(world, found, await eventsOf(world, found))
    },
  },
]

/** The reference's client asks with a body, which no parser looks for in a GET. @throws Refusal 400 · 413 */
async function idInBody({ limits }: World, { request, body }: Call): Promise<string> {
  const given = body ?? parseBody(await readText(request.raw, limits.bodyBytes))
  if (given === undefined) throw badRequest('task_id is missing: give it in the query or in the body')
  return readBody(given).requiredText('task_id')
}

function taskRecord(world: World, { task, title }: ClientTask, events: readonly Json[]): JsonObject {
  const swarms = task.contributors.map(swarmIn).filter((swarm) => swarm !== world.swarm)
  return {
    task_id: task.id,
    task_owner: task.owner,
    task_contributors: task.contributors,
    start_time: new Date(task.startedAt).toISOString(),
    is_running: task.status === 'running',
    completed: task.status === 'completed',
    title,
    remote_swarms: [...new Set(swarms)],
    task_message_queue: [],
    events,
  }
}

/** Here an event's data is text, as the reference has it. */
async function eventsOf(world: World, { task }: ClientTask): Promise<readonly Json[]> {
  const told: Json[] = []
  const signal = new AbortController()
  const following = { task, own: everything, from: null, heartbeat: 1, signal: signal.signal }
  for await (const { event, data } of followTask(world, following)) {
    if (event === 'ping') break
    told.push({ event, data: JSON.stringify(data) })
    if (told.length >= most) break
  }
  return told
}
