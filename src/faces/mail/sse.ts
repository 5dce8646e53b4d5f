import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { type Following, followTask, type TaskEvent } from './events.ts'
import { Refusal } from './refusal.ts'
import type { Call } from './routes/route.ts'
import type { Client, World } from './world.ts'

/** Writes a task's events as they come, never more than the reader takes. A reader who leaves cancels nothing. */
export async function streamEvents(world: World, call: Call, following: Following): Promise<undefined> {
  const { reply, client } = call
  const { raw } = reply
  requireRoom(world, client)
  reply.hijack()
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache',
    'x-accel-buffering': 'no',
    'x-task-id': encodeURI(following.task.id),
  })
  const write = openWriter(raw, following.signal)
  // The head shows the caller that the task has begun; the reference's client takes a comment for an event.
  write.together()
  raw.flushHeaders()
  const leave = enter(world, client)
  world.metrics.gauge('streams', 1)
  world.log.info('stream opened', { task: following.task.id, client: call.client.id })
  try {
    for await (const event of followTask(world, following)) await write.event(written(event))
  } catch (error) {
    world.log.error('stream failed', { task: following.task.id, why: String(error) })
  } finally {
    raw.end()
    leave()
    world.metrics.gauge('streams', -1)
    world.log.info('stream ended', { task: following.task.id, client: call.client.id })
  }
  return undefined
}

function written({ event, id, data }: TaskEvent): string {
  return `event: ${event}\n${id === null ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`
}

/** Events that come together are written together: each write wakes the caller. */
function openWriter(raw: ServerResponse, signal: AbortSignal) {
  let isOpen = false
  const release = () => {
    isOpen = false
    raw.uncork()
  }
  const together = () => {
    if (isOpen) return
    isOpen = true
    raw.cork()
    process.nextTick(release)
  }
  return {
    together,
    /** Waits until a slow reader has taken what was written before. */
    async event(text: string): Promise<void> {
      together()
      if (raw.write(text) || signal.aborted) return
      await once(raw, 'drain', { signal }).catch(() => undefined)
    },
  }
}

function nameOf({ role, id }: Client): string {
  return `${role}:${id}`
}

/** @throws Refusal 429 where a caller has as many streams as one may have */
export function requireRoom({ streams, limits }: World, client: Client): void {
  if ((streams.get(nameOf(client)) ?? 0) >= limits.streams) throw new Refusal(429, 'too many open streams')
}

/** Counts a stream of a caller until the answer is called. */
export function enter({ streams }: World, client: Client): () => void {
  const name = nameOf(client)
  streams.set(name, (streams.get(name) ?? 0) + 1)
  return () => {
    const left = (streams.get(name) ?? 1) - 1
    if (left > 0) streams.set(name, left)
    else streams.delete(name)
  }
}
