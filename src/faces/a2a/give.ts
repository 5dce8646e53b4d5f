import { createHash } from 'node:crypto'
import { isMailError } from '../../domain/errors.ts'
import { isFinal } from '../../domain/task-state.ts'
import type { ToldTask } from '../../services/tasks/standing.ts'
import { uuidOfName } from '../../services/tasks/task-ids.ts'
import { definitionOf } from '../http/tasks/definition.ts'
import { holderOf } from '../http/tasks/holder.ts'
import { instanceOf } from '../http/tasks/instance.ts'
import { recipientOf } from '../http/tasks/recipient.ts'
import { newTask, writeInTask } from '../http/tasks/task-start.ts'
import type { Client, World } from '../http/world.ts'
import { badParams, RpcError, taskNotFound } from './errors.ts'
import { contextIdOf, threadOf } from './ids.ts'
import { metadataOf, type SendRequest } from './requests.ts'

/** A caller's message in its task. */
export type Given = { readonly taskId: string; readonly own: number }

/** A task may come to a question, and go on, while an answer is on its way. */
const tries = 5

/** Stores a caller's message once, however often it comes. @throws RpcError · Refusal */
export async function give(world: World, client: Client, request: SendRequest): Promise<Given> {
  const { taskId } = request
  for (let attempt = 1; ; attempt += 1) {
    try {
      if (taskId === undefined) return await begin(world, client, request)
      return await goOn(world, client, { ...request, taskId })
    } catch (error) {
      if (!isMailError(error)) throw error
      // Under the key of the message is another one.
      if (error.code === 'conflict') throw usedAlready()
      if (error.code !== 'stale' || attempt === tries) throw error
    }
  }
}

/**
 * A message has a name of its owner's: two clients may use the same id, and none learns of another's. The id of a new task is
 * that name, so that a message that comes again begins no second one.
 */
function nameOf(world: World, client: Client, { messageId }: SendRequest): string {
  return uuidOfName(`${world.swarm} ${instanceOf(world, client)} ${messageId}`)
}

/** What the same message was given to when it came before, whatever became of its task since. @throws RpcError for another message */
async function givenBefore(world: World, client: Client, request: SendRequest): Promise<Given | null> {
  const { address: sender } = await holderOf(world, client)
  const key = keyOf(nameOf(world, client, request))
  const first = await world.mailbox.findWritten({ sender, key })
  if (first === null) return null
  if (metadataOf(first.meta)['sent'] !== digestOf(request)) throw usedAlready()
  return { taskId: first.task, own: first.id }
}

async function begin(world: World, client: Client, request: SendRequest): Promise<Given> {
  const before = await givenBefore(world, client, request)
  if (before !== null) return before
  const owner = instanceOf(world, client)
  const taskId = nameOf(world, client, request)
  const thread = await contextOf(world, owner, request)
  const { entrypoint: usual, maxSteps } = await definitionOf(world)
  const { entrypoint } = await recipientOf(world, { task: null, wait: null, named: request.skill, usual })
  const task = newTask(world, client, taskId, { entrypoint, maxSteps })
  const own = await writeInTask(world, await holderOf(world, client), task, {
    ...wordsOf(request, entrypoint, taskId),
    ...(thread === undefined ? {} : { thread }),
    maxSteps,
  })
  return { taskId, own }
}

/** The thread that a new task joins. @throws RpcError where no task of its owner is in it */
async function contextOf(
  world: World,
  owner: string,
  { contextId }: SendRequest,
): Promise<number | undefined> {
  if (contextId === undefined) return undefined
  const thread = threadOf(contextId)
  const page = { owner, limit: 1, after: null, history: 0, results: false }
  const { total } =
    thread === null ? { total: 0 } : await world.mailbox.tellTasks({ ...page, filter: { thread } })
  if (thread !== null && total > 0) return thread
  throw badParams('unknown contextId: leave it out to begin a new one')
}

type Continued = SendRequest & { readonly taskId: string }

async function goOn(world: World, client: Client, request: Continued): Promise<Given> {
  const { taskId, contextId } = request
  const known = await find(world, instanceOf(world, client), taskId)
  // After that look: what ended the task before it came after the message.
  const before = await givenBefore(world, client, request)
  if (before !== null) return before
  if (known === null) throw taskNotFound()
  if (contextId !== undefined && contextId !== contextIdOf(known.thread))
    throw badParams('contextId is not that of the task')
  if (isFinal(known.state))
    throw new RpcError(
      'UNSUPPORTED_OPERATION',
      `the task is ${known.state}: to go on, send a message with its contextId and without a taskId`,
      { taskId },
    )
  const { task, endings } = known
  const wait = await world.mailbox.waitsForOwner(task)
  const { entrypoint: usual } = await definitionOf(world)
  const { entrypoint, answers } = await recipientOf(world, { task, wait, named: undefined, usual })
  const own = await writeInTask(world, await holderOf(world, client), task, {
    ...wordsOf(request, entrypoint, nameOf(world, client, request)),
    endings,
    ...(answers === undefined ? {} : { answers }),
  })
  return { taskId: task.id, own }
}

function wordsOf(request: SendRequest, to: string, name: string) {
  const { messageId, more, text } = request
  const sent = digestOf(request)
  return {
    ...({ to: [`agent:${to}`], kind: 'request', subject: '', body: text } as const),
    key: keyOf(name),
    sameAs: sent,
    meta: { a2a: { messageId, sent, ...more } },
  }
}

function keyOf(name: string): string {
  return `a2a ${name}`
}

/** What came before under the same id is the same message if its caller sent the same, whoever gets it now. */
function digestOf({ taskId, contextId, skill, more, text }: SendRequest): string {
  const sent = JSON.stringify([taskId ?? '', contextId ?? '', skill ?? '', text, more])
  return createHash('sha256').update(sent).digest('base64url')
}

function usedAlready(): RpcError {
  return badParams('messageId was used for another message already')
}

function find(world: World, owner: string, id: string): Promise<ToldTask | null> {
  return world.mailbox.tellTask({ owner, id, history: 0, said: false })
}
