import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { every } from '../../after.ts'
import { bearer, holderOf } from './auth.ts'
import { Refusal } from './refusal.ts'
import type { Call } from './route.ts'
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

/** Who asks for a stream, the token that they came with, and what ends their call. */
export type Reader = { readonly client: Client; readonly bearer: string; readonly signal: AbortSignal }

export function readerOf({ client, request, signal }: Call): Reader {
  return { client, bearer: bearer(request.headers.authorization) ?? '', signal }
}

type Entered = {
  /** Aborts when the call ends, and when the token counts no more. */
  readonly signal: AbortSignal
  readonly leave: () => void
}

/** Counts a stream of a caller until it is left, and ends it when its token counts no more, whatever it sends. */
export function enter(world: World, reader: Reader): Entered {
  const { streams, metrics, limits } = world
  const name = nameOf(reader.client)
  const ending = new AbortController()
  streams.set(name, (streams.get(name) ?? 0) + 1)
  metrics.gauge('streams', 1)
  const checking = every(limits.heartbeat, () => void endIfRevoked(world, reader, ending)).unref()
  return {
    signal: AbortSignal.any([reader.signal, ending.signal]),
    leave() {
      checking.stop()
      const left = (streams.get(name) ?? 1) - 1
      if (left > 0) streams.set(name, left)
      else streams.delete(name)
      metrics.gauge('streams', -1)
    },
  }
}

async function endIfRevoked(world: World, reader: Reader, ending: AbortController): Promise<void> {
  try {
    if ((await holderOf(world, reader.bearer)) === null) ending.abort()
  } catch (error) {
    // The next look tells.
    world.log.error('stream', { why: String(error) })
  }
}
