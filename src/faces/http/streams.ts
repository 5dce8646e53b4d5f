import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { Refusal } from './refusal.ts'
import type { Client, World } from './world.ts'

/** The head of an answer of server-sent events. */
export const eventStream = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache',
  'x-accel-buffering': 'no',
}

/** Events that come together are written together: each write wakes the caller. */
export function openWriter(raw: ServerResponse, signal: AbortSignal) {
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
export function enter({ streams, metrics }: World, client: Client): () => void {
  const name = nameOf(client)
  streams.set(name, (streams.get(name) ?? 0) + 1)
  metrics.gauge('streams', 1)
  return () => {
    const left = (streams.get(name) ?? 1) - 1
    if (left > 0) streams.set(name, left)
    else streams.delete(name)
    metrics.gauge('streams', -1)
  }
}
