import type { JsonObject } from '../../domain/json.ts'
import { isAtRest } from '../../domain/task-state.ts'
import type { ToldTask } from '../../services/tasks/standing.ts'
import type { Call } from '../http/route.ts'
import { enter, eventStream, openWriter, readerOf } from '../http/streams.ts'
import type { World } from '../http/world.ts'
import { type RpcCall, resultOf } from './envelope.ts'
import { badParams } from './errors.ts'
import { updatesAfter } from './follow.ts'
import { taskValue } from './task-value.ts'

type Streamed = {
  readonly told: ToldTask
  /** Updates come from after this message of the task on. */
  readonly after: number
  /** Whether a task that is at rest is waited for. */
  readonly staysOpen: boolean
}

/** Answers with a task and then its updates, as server-sent events. A reader who leaves cancels nothing. */
export async function stream(
  world: World,
  call: Call,
  { id }: RpcCall,
  streamed: Streamed,
): Promise<undefined> {
  const { told, after, staysOpen } = streamed
  const { raw } = call.reply
  call.reply.hijack()
  raw.writeHead(200, eventStream)
  const { signal, leave } = enter(world, readerOf(call))
  const writer = openWriter(raw, signal)
  const write = (at: number, value: JsonObject) =>
    writer.event(`id: ${at}\ndata: ${JSON.stringify(resultOf(id, value))}\n\n`)
  try {
    await write(after, { task: taskValue(told) })
    if (isAtRest(told.state) && !staysOpen) return undefined
    for await (const update of updatesAfter(world, told, after, signal))
      await (update === null ? writer.event(': ping\n\n') : write(update.id, update.value))
  } catch (error) {
    world.log.error('stream failed', { task: told.task.id, why: String(error) })
  } finally {
    raw.end()
    leave()
  }
  return undefined
}

/**
 * The last message of a stream that broke off, by the header in which clients of such events name it.
 * @throws RpcError where it is later than all there is
 */
export async function lastEventOf({ mailbox }: World, { request }: Call, { by }: ToldTask): Promise<number> {
  const header = request.headers['last-event-id']
  if (header === undefined) return by
  const last = /^\d{1,15}$/u.test(String(header)) ? Number(header) : Number.NaN
  // A task that waits for its owner may have had messages since its question.
  if (last <= (await mailbox.newestMessage())) return last
  throw badParams('Last-Event-ID is not the id of an event of this task')
}
