import type { JsonObject } from '../../domain/json.ts'
import { isFinal } from '../../domain/task-state.ts'
import type { ToldTask } from '../../services/tasks/standing.ts'
import { readBody } from '../http/fields.ts'
import { Refusal } from '../http/refusal.ts'
import type { Call } from '../http/route.ts'
import { requireRoom } from '../http/streams.ts'
import { holderOf } from '../http/tasks/holder.ts'
import { instanceOf } from '../http/tasks/instance.ts'
import type { World } from '../http/world.ts'
import { extendedCard } from './card.ts'
import type { RpcCall } from './envelope.ts'
import { RpcError, taskNotFound } from './errors.ts'
import { untilAtRest } from './follow.ts'
import { type Given, give } from './give.ts'
import { threadOf } from './ids.ts'
import { noPush, readList, readSend, readTaskRequest, requireNoTenant } from './requests.ts'
import { lastEventOf, stream } from './streaming.ts'
import { taskValue } from './task-value.ts'

/** `undefined` where the answer is a stream. */
type Method = (world: World, call: Call, rpc: RpcCall) => Promise<JsonObject | undefined>

const refusePush: Method = async () => {
  throw noPush()
}

/** Every method of the protocol. */
export const methods: Readonly<Record<string, Method>> = {
  SendMessage: send,
  SendStreamingMessage: sendStreaming,
  GetTask: get,
  ListTasks: list,
  CancelTask: cancel,
  SubscribeToTask: subscribe,
  async GetExtendedAgentCard(world, call, { params }) {
    requireNoTenant(readBody(params))
    return extendedCard(world, call)
  },
  CreateTaskPushNotificationConfig: refusePush,
  GetTaskPushNotificationConfig: refusePush,
  ListTaskPushNotificationConfigs: refusePush,
  DeleteTaskPushNotificationConfig: refusePush,
}

async function send(world: World, call: Call, { params }: RpcCall): Promise<JsonObject> {
  const request = readSend(params)
  const given = await give(world, call.client, request)
  world.metrics.count('messages')
  const tell = async () => ({ task: taskValue(await tellGiven(world, call, given, request.history)) })
  if (request.returnsAtOnce) return tell()
  world.metrics.gauge('waiting', 1)
  try {
    const standing = { owner: instanceOf(world, call.client), id: given.taskId }
    if (await untilAtRest(world, standing, call.signal)) return await tell()
    throw new Refusal(503, `the server is stopping; the task ${given.taskId} continues`)
  } finally {
    world.metrics.gauge('waiting', -1)
  }
}

async function sendStreaming(world: World, call: Call, rpc: RpcCall): Promise<undefined> {
  const request = readSend(rpc.params)
  // Refused before anything is stored.
  requireRoom(world, call.client)
  const given = await give(world, call.client, request)
  world.metrics.count('messages')
  const told = await tellGiven(world, call, given, request.history)
  return stream(world, call, rpc, { told, after: given.own, staysOpen: false })
}

async function get(world: World, call: Call, { params }: RpcCall): Promise<JsonObject> {
  const { id, history } = readTaskRequest(params)
  return taskValue(await own(world, call, id, history))
}

async function list(world: World, call: Call, { params }: RpcCall): Promise<JsonObject> {
  const { contextId, state, since, limit, after, history, artifacts } = readList(params)
  const thread = contextId === undefined ? undefined : threadOf(contextId)
  const nothing = { tasks: [], nextPageToken: '', pageSize: limit, totalSize: 0 }
  if (thread === null || state === 'never') return nothing
  const { tasks, next, total } = await world.mailbox.tellTasks({
    owner: instanceOf(world, call.client),
    filter: { thread, state, since },
    limit,
    after,
    history,
    results: artifacts,
  })
  return {
    tasks: tasks.map((told) => taskValue(told, artifacts)),
    nextPageToken: next ?? '',
    pageSize: limit,
    totalSize: total,
  }
}

async function cancel(world: World, call: Call, { params }: RpcCall): Promise<JsonObject> {
  const { id, history } = readTaskRequest(params)
  const before = await own(world, call, id, 0)
  if (isFinal(before.state)) throw notCancelable(before)
  await world.mailbox.cancelTask({ sender: await holderOf(world, call.client), task: before.task.id })
  void world.hub.look()
  const told = await own(world, call, id, history)
  if (told.state !== 'canceled') throw notCancelable(told)
  return taskValue(told)
}

function notCancelable({ state, task }: ToldTask): RpcError {
  return new RpcError('TASK_NOT_CANCELABLE', `the task is ${state} already`, { taskId: task.id })
}

async function subscribe(world: World, call: Call, rpc: RpcCall): Promise<undefined> {
  const { id, history } = readTaskRequest(rpc.params)
  requireRoom(world, call.client)
  const told = await own(world, call, id, history)
  if (isFinal(told.state))
    throw new RpcError('UNSUPPORTED_OPERATION', `the task is ${told.state}: get it with GetTask`, {
      taskId: id,
    })
  const after = await lastEventOf(world, call, told)
  return stream(world, call, rpc, { told, after, staysOpen: true })
}

/** @throws RpcError for a task that is not the caller's, or is none */
async function own(world: World, { client }: Call, id: string, history: number): Promise<ToldTask> {
  const told = await world.mailbox.tellTask({ owner: instanceOf(world, client), id, history, said: true })
  if (told === null) throw taskNotFound()
  return told
}

function tellGiven(world: World, call: Call, { taskId }: Given, history: number): Promise<ToldTask> {
  return own(world, call, taskId, history)
}
