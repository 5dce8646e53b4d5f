import type { Commission } from '../../../domain/commission.ts'
import type { JsonObject } from '../../../domain/json.ts'
import type { WaitsFor } from '../../../operations/tasks/waits-for.ts'
import { badRequest, Refusal } from '../../http/refusal.ts'
import { type Call, people, type Route } from '../../http/route.ts'
import { anyObject, body, exactly, text, words, yes } from '../../http/shapes.ts'
import { requireRoom } from '../../http/streams.ts'
import { definitionOf } from '../../http/tasks/definition.ts'
import { holderOf } from '../../http/tasks/holder.ts'
import { instanceOf } from '../../http/tasks/instance.ts'
import { recipientOf } from '../../http/tasks/recipient.ts'
import { newTask, writeInTask } from '../../http/tasks/task-start.ts'
import type { Client, World } from '../../http/world.ts'
import { type Following, followTask, type TaskEvent, wireCalls } from '../events.ts'
import { streamEvents } from '../sse.ts'
import { type MessageRequest, readRequest, resultsOf } from './message-request.ts'
import { events } from './schemas.ts'

export const messageRoute: Route = {
  method: 'POST',
  path: '/message',
  summary:
    'Give the swarm a task, or continue one; responds when it is complete, or with a stream until then',
  roles: people,
  takes: body(
    {
      body: text,
      message: text,
      subject: text,
      msg_type: words(['request', 'broadcast', 'interrupt']),
      task_id: text,
      entrypoint: text,
      show_events: yes,
      stream: yes,
      resume_from: words(['user_response', 'breakpoint_tool_call']),
      kwargs: anyObject,
    },
    [],
  ),
  gives: exactly({ response: text, events }, ['events']),
  also: 'text/event-stream',
  async run(world, call) {
    const request = readRequest(call)
    // Refused before anything is stored.
    if (request.stream) requireRoom(world, call.client)
    const following = await (request.since === null
      ? beginFollowing(world, call, request)
      : resumeFollowing(world, call, request, request.since))
    call.reply.header('x-task-id', encodeURI(following.task.id))
    if (request.stream) return streamEvents(world, call, { ...following, heartbeat: world.limits.heartbeat })
    return answer(world, following, request.showEvents)
  },
}

async function beginFollowing(world: World, call: Call, request: MessageRequest): Promise<Following> {
  const { client, signal } = call
  const { task, own } = await give(world, client, request)
  world.metrics.count('messages')
  return { task, own, from: { message: own, side: 'before' }, heartbeat: null, signal }
}

/** Stores the caller's message. All its faults are found before anything is stored. */
async function give(
  world: World,
  client: Client,
  request: MessageRequest,
): Promise<{ readonly task: Commission; readonly own: number }> {
  const { mailbox } = world
  const known = await ownTask(world, client, request)
  if (known === null && request.resumeFrom !== null) throw badRequest('the task to resume does not exist')
  const wait = known === null ? null : await mailbox.waitsForOwner(known)
  const isResults = request.resumeFrom === 'breakpoint_tool_call'
  const words = isResults ? resultsText(known, wait, request) : request.body
  const named = request.entrypoint ?? (isResults ? request.resultsFor : undefined)
  const definition = await definitionOf(world)
  const asked = { task: known, wait, named, usual: definition.entrypoint }
  const { entrypoint, answers } = await recipientOf(world, asked)
  const sender = await holderOf(world, client)
  const maxSteps = request.maxSteps === undefined ? definition.maxSteps : request.maxSteps
  const task = known ?? newTask(world, client, request.task, { entrypoint, maxSteps })
  const own = await writeInTask(world, sender, task, {
    to: [request.kind === 'broadcast' ? 'all' : `agent:${entrypoint}`],
    kind: request.kind,
    subject: request.subject,
    body: words ?? '',
    maxSteps,
    ...(answers === undefined ? {} : { answers }),
  })
  return { task, own }
}

/** The task that the caller goes on with. @throws MailError for another client's */
async function ownTask(world: World, client: Client, { task: id }: MessageRequest) {
  return id === undefined ? null : world.mailbox.findOwnTask({ owner: instanceOf(world, client), id })
}

/** Each call's result, for the agent that called. @throws Refusal 400 */
function resultsText(task: Commission | null, wait: WaitsFor | null, request: MessageRequest): string {
  const calls = wait?.what === 'results' ? wireCalls(wait.body) : null
  if (calls === null) throw badRequest(`the task ${task?.id} is not waiting for a call`)
  return JSON.stringify(resultsOf(request.results, calls))
}

/** A broken stream goes on after the last event that arrived; nothing is stored again. */
async function resumeFollowing(
  world: World,
  { client, signal }: Call,
  request: MessageRequest,
  { own, after }: { readonly own: number; readonly after: number },
): Promise<Following> {
  const task = await ownTask(world, client, request)
  if (task === null) throw badRequest('Last-Event-ID needs the task_id of its stream')
  if (Math.max(own, after) > (await world.mailbox.newestMessage()))
    throw badRequest('Last-Event-ID is the id of an event that has not come yet')
  if (own > 0) return { task, own, from: { message: after, side: 'after' }, heartbeat: null, signal }
  // A caller without an event follows the turn that runs, else the last one.
  const { ended } = task
  if (ended === null) return { task, own: 0, from: null, heartbeat: null, signal }
  const isRunning = task.status === 'running'
  const from = { message: ended, side: isRunning ? 'after' : 'before' } as const
  return { task, own: isRunning ? ended : ended - 1, from, heartbeat: null, signal }
}

async function answer(world: World, following: Following, showEvents: boolean): Promise<JsonObject> {
  world.metrics.gauge('waiting', 1)
  try {
    const told: TaskEvent[] = []
    for await (const event of followTask(world, following)) {
      if (showEvents) told.push(event)
      if (event.response === null) continue
      const shown = told.map(({ event: name, data }) => ({ event: name, data }))
      return { response: event.response, ...(showEvents && { events: shown }) }
    }
    throw new Refusal(503, `the server is stopping; the task ${following.task.id} continues`)
  } finally {
    world.metrics.gauge('waiting', -1)
  }
}
