import type { Call } from '../http/route.ts'
import { enter, eventStream, openWriter, readerOf, requireRoom } from '../http/streams.ts'
import type { World } from '../http/world.ts'
import { type Following, followTask, type TaskEvent } from './events.ts'

/** Writes a task's events as they come, never more than the reader takes. A reader who leaves cancels nothing. */
export async function streamEvents(world: World, call: Call, following: Following): Promise<undefined> {
  const { reply, client } = call
  const { raw } = reply
  requireRoom(world, client)
  reply.hijack()
  raw.writeHead(200, { ...eventStream, 'x-task-id': encodeURI(following.task.id) })
  const { signal, leave } = enter(world, readerOf(call))
  const write = openWriter(raw, signal)
  // The head shows the caller that the task has begun; the reference's client takes a comment for an event.
  write.together()
  raw.flushHeaders()
  world.log.info('stream opened', { task: following.task.id, client: call.client.id })
  try {
    for await (const event of followTask(world, { ...following, signal })) await write.event(written(event))
  } catch (error) {
    world.log.error('stream failed', { task: following.task.id, why: String(error) })
  } finally {
    raw.end()
    leave()
    world.log.info('stream ended', { task: following.task.id, client: call.client.id })
  }
  return undefined
}

function written({ event, id, data }: TaskEvent): string {
  return `event: ${event}\n${id === null ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`
}
