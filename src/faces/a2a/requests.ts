import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import { limits } from '../../domain/limits.ts'
import type { TaskState } from '../../domain/task-state.ts'
import { type BodyFields, readBody } from '../http/fields.ts'
import { badParams, RpcError } from './errors.ts'
import { textOfParts } from './parts.ts'
import { readState } from './states.ts'

/** The most that is told of one task's history, in messages. */
const mostHistory = 100
const mostTasks = { usual: 50, most: 100 }

export type SendRequest = {
  readonly messageId: string
  readonly taskId: string | undefined
  readonly contextId: string | undefined
  /** The agent that a new task is for, where the caller chose one. */
  readonly skill: string | undefined
  readonly text: string
  /** What else is kept of the message. */
  readonly more: JsonObject
  readonly history: number
  readonly returnsAtOnce: boolean
}

/** @throws RpcError */
export function readSend(params: JsonObject): SendRequest {
  const fields = readBody(params)
  requireNoTenant(fields)
  const given = fields.object('message')
  if (given === undefined) throw badParams('message is missing')
  const message = readBody(given)
  if (message.text('role') !== 'ROLE_USER') throw badParams('message.role must be ROLE_USER')
  const configuration = readBody(fields.object('configuration') ?? {})
  if (configuration.object('taskPushNotificationConfig') !== undefined) throw noPush()
  return {
    messageId: idIn(message, 'messageId'),
    taskId: filled(message.text('taskId')),
    contextId: filled(message.text('contextId')),
    skill: skillIn(message.object('metadata')) ?? skillIn(fields.object('metadata')),
    text: textOfParts(message.any('parts')),
    more: kept(message),
    history: historyIn(configuration, mostHistory),
    returnsAtOnce: configuration.flag('returnImmediately'),
  }
}

/** What is told with the message again. */
function kept(message: BodyFields): JsonObject {
  const [metadata, references] = [message.object('metadata'), message.texts('referenceTaskIds') ?? []]
  const more = {
    ...(metadata === undefined ? {} : { metadata }),
    ...(references.length === 0 ? {} : { referenceTaskIds: references }),
  }
  const { length } = JSON.stringify(more)
  if (length > limits.fields)
    throw badParams(`message.metadata has ${length} characters; the limit is ${limits.fields}`)
  return more
}

function skillIn(metadata: JsonObject | undefined): string | undefined {
  return metadata === undefined ? undefined : filled(readBody(metadata).text('skillId'))
}

export type TaskRequest = { readonly id: string; readonly history: number }

/** Of methods that name one task. @throws RpcError */
export function readTaskRequest(params: JsonObject): TaskRequest {
  const fields = readBody(params)
  requireNoTenant(fields)
  return { id: idIn(fields, 'id'), history: historyIn(fields, mostHistory) }
}

export type ListRequest = {
  readonly contextId: string | undefined
  readonly state: TaskState | 'never' | undefined
  readonly since: number | undefined
  readonly limit: number
  readonly after: string | null
  readonly history: number
  readonly artifacts: boolean
}

/** @throws RpcError */
export function readList(params: JsonObject): ListRequest {
  const fields = readBody(params)
  requireNoTenant(fields)
  const limit = integerIn(fields, 'pageSize') ?? mostTasks.usual
  if (limit < 1 || limit > mostTasks.most) throw badParams(`pageSize must be from 1 to ${mostTasks.most}`)
  return {
    contextId: filled(fields.text('contextId')),
    state: readState(filled(fields.text('status'))),
    since: momentIn(fields, 'statusTimestampAfter'),
    limit,
    after: filled(fields.text('pageToken')) ?? null,
    // A list tells no history that nobody asked for.
    history: historyIn(fields, 0),
    artifacts: fields.flag('includeArtifacts'),
  }
}

/** The card names no tenant: a request for one is meant for somebody else. */
export function requireNoTenant(fields: BodyFields): void {
  if (filled(fields.text('tenant')) !== undefined) throw badParams('unknown tenant')
}

export function noPush(): RpcError {
  return new RpcError(
    'PUSH_NOTIFICATION_NOT_SUPPORTED',
    'this server sends no push notifications: follow the task as a stream',
  )
}

/** Empty text is an absent field. */
function filled(text: string | undefined): string | undefined {
  return text === '' ? undefined : text
}

function idIn(fields: BodyFields, name: string): string {
  const id = filled(fields.text(name))
  if (id === undefined) throw badParams(`${name} is missing`)
  if (id.length > 200) throw badParams(`${name} is longer than 200 characters`)
  return id
}

/** `usual` where it is left out, and at most what is told of one task. */
function historyIn(fields: BodyFields, usual: number): number {
  const wanted = integerIn(fields, 'historyLength') ?? usual
  if (wanted < 0) throw badParams('historyLength must be 0 or more')
  return Math.min(wanted, mostHistory)
}

function integerIn(fields: BodyFields, name: string): number | undefined {
  const value: Json | undefined = fields.any(name)
  if (value === undefined) return undefined
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value
  throw badParams(`${name} must be a whole number`)
}

const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/u

function momentIn(fields: BodyFields, name: string): number | undefined {
  const text = filled(fields.text(name))
  if (text === undefined) return undefined
  const at = timestamp.test(text) ? Date.parse(text) : Number.NaN
  if (!Number.isNaN(at)) return at
  throw badParams(`${name} must be a time such as 2027-01-31T09:00:00.000Z`)
}

export function metadataOf(meta: JsonObject | null): JsonObject {
  const own = meta?.['a2a']
  return isJsonObject(own) ? own : {}
}
