import { parseParty } from '../../domain/commission.ts'
import { shortId } from '../../domain/id.ts'
import type { JsonObject } from '../../domain/json.ts'
import type { FullMessage } from '../../domain/message.ts'
import { isResult, type TaskState } from '../../domain/task-state.ts'
import type { ToldTask } from '../../services/tasks/standing.ts'
import { contextIdOf } from './ids.ts'
import { textPart } from './parts.ts'
import { metadataOf } from './requests.ts'
import { stateName } from './states.ts'

/** The ids of a task and its context, and its owner's address. */
export type TaskIds = { readonly taskId: string; readonly contextId: string; readonly owner: string }

export function idsOf({ task, thread }: Pick<ToldTask, 'task' | 'thread'>): TaskIds {
  const owner = parseParty(task.owner)?.id ?? ''
  return { taskId: task.id, contextId: contextIdOf(thread), owner }
}

/** A task as the protocol has it. `artifacts` is left out of lists that do not ask for it. */
export function taskValue(told: ToldTask, artifacts = true): JsonObject {
  const { state, changedAt, said, history } = told
  const ids = idsOf(told)
  return {
    id: ids.taskId,
    contextId: ids.contextId,
    status: statusValue(state, changedAt, said === null ? null : statusMessage(state, said, ids)),
    ...(artifacts && { artifacts: said === null ? [] : artifactsOf(state, said) }),
    ...(history.length > 0 && { history: history.map((message) => messageValue(message, ids)) }),
  }
}

function statusValue(state: TaskState, at: number, message: JsonObject | null): JsonObject {
  const status = { state: stateName(state), timestamp: new Date(at).toISOString() }
  return message === null ? status : { ...status, message }
}

/** A result is an artifact; a reason or a question is the message of a status. */
function statusMessage(state: TaskState, said: FullMessage, ids: TaskIds): JsonObject | null {
  return (state === 'completed' && isResult(said)) || said.body === '' ? null : messageValue(said, ids)
}

function artifactsOf(state: TaskState, said: FullMessage): readonly JsonObject[] {
  if (state !== 'completed' || !isResult(said) || said.body === '') return []
  return [{ artifactId: shortId(said.id), name: 'result', parts: [textPart(said.body)] }]
}

/** The owner's own messages have the id that the owner gave them. */
function messageValue(message: FullMessage, { taskId, contextId, owner }: TaskIds): JsonObject {
  const { messageId, sent: _, ...more } = metadataOf(message.meta)
  const isOwn = message.from === owner
  return {
    messageId: isOwn && typeof messageId === 'string' ? messageId : shortId(message.id),
    contextId,
    taskId,
    role: isOwn ? 'ROLE_USER' : 'ROLE_AGENT',
    parts: [textPart(message.body)],
    ...(isOwn && more),
  }
}

/** What a message tells who follows its task, which is in a state with it. A result comes before its status, as the protocol has it. */
export function updatesOf(message: FullMessage, state: TaskState, ids: TaskIds): readonly JsonObject[] {
  const of = { taskId: ids.taskId, contextId: ids.contextId }
  const artifacts = artifactsOf(state, message).map((artifact) => ({
    artifactUpdate: { ...of, artifact, lastChunk: true },
  }))
  const status = statusValue(state, message.sentAt, wordOf(state, message, ids))
  return [...artifacts, { statusUpdate: { ...of, status } }]
}

/** Of a message among agents only its subject is told, never its text: the work is the agents' own. */
function wordOf(state: TaskState, message: FullMessage, ids: TaskIds): JsonObject | null {
  if (message.kind === 'complete') return statusMessage(state, message, ids)
  if (message.from === ids.owner) return null
  return isTo(message, ids.owner) ? messageValue(message, ids) : messageValue(inOneLine(message), ids)
}

function isTo({ to, cc }: FullMessage, owner: string): boolean {
  return [...to, ...cc].some((one) => one.replace(/^agent:/u, '') === owner)
}

function inOneLine(message: FullMessage): FullMessage {
  const to = message.to.map((name) => name.replace(/^agent:/u, '')).join(', ')
  const { from, subject } = message
  return { ...message, body: `${from} to ${to}${subject === '' ? '' : `: ${subject}`}` }
}

/** A stream ends at a message that can no longer be read; the task goes on. */
export function gapUpdate(reason: string, at: number, ids: TaskIds): JsonObject {
  const { taskId, contextId } = ids
  const said = {
    messageId: `${taskId}-gap`,
    contextId,
    taskId,
    role: 'ROLE_AGENT',
    parts: [textPart(reason)],
  }
  return { statusUpdate: { taskId, contextId, status: statusValue('working', at, said) } }
}
