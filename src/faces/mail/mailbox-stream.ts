import { pause } from '../../after.ts'
import { parseId } from '../../domain/id.ts'
import type { MailNews } from '../../operations/mail/follow-mailbox.ts'
import { badRequest } from '../http/refusal.ts'
import { enter, type Reader, requireRoom } from '../http/streams.ts'
import type { World } from '../http/world.ts'

/** One caller's stream of its own mailbox. */
export type MailboxStream = {
  /** `null` is a sign of life. Ends when the signal aborts, or the token counts no more. */
  readonly news: AsyncIterable<MailNews | null>
  /** Aborts when the stream is to end. */
  readonly signal: AbortSignal
  readonly close: () => void
}

export type StreamRequest = {
  readonly reader: Reader
  readonly after: string | null
  readonly subjects: boolean
}

/** @throws Refusal 429 where the caller has too many of them */
export function openMailboxStream(world: World, asked: StreamRequest): MailboxStream {
  requireRoom(world, asked.reader.client)
  const { signal: entered, leave } = enter(world, asked.reader)
  const ending = new AbortController()
  const signal = AbortSignal.any([entered, ending.signal])
  return {
    signal,
    news: newsOf(world, asked, signal),
    close() {
      if (ending.signal.aborted) return
      ending.abort()
      leave()
    },
  }
}

/** The id of an event that has come, or none. @throws Refusal 400 for anything else */
export async function requireCome({ mailbox }: World, after: unknown): Promise<string | null> {
  if (after === undefined || after === null || after === '') return null
  const known = typeof after === 'string' ? parseId(after) : null
  if (known?.form !== 'short') throw badRequest('Last-Event-ID or after is not the id of an event')
  if (known.id > (await mailbox.newestMessage()))
    throw badRequest('Last-Event-ID or after is the id of an event that has not come yet')
  return String(after)
}

/** The next news is waited for across signs of life: nothing is read ahead of a slow caller. */
async function* newsOf(
  world: World,
  { reader, after, subjects }: StreamRequest,
  signal: AbortSignal,
): AsyncGenerator<MailNews | null> {
  const stop = new AbortController()
  const both = AbortSignal.any([signal, stop.signal])
  const news = world.mailbox
    .followMailbox({ owner: reader.client.id, after, subjects }, both)
    [Symbol.asyncIterator]()
  let next: Promise<IteratorResult<MailNews>> | null = null
  try {
    while (!signal.aborted) {
      next ??= news.next()
      const come = await Promise.race([next, pause(world.limits.heartbeat, { signal }).then(() => null)])
      if (signal.aborted) return
      if (come === null) yield null
      else {
        next = null
        if (come.done === true) return
        yield come.value
      }
    }
  } finally {
    stop.abort()
  }
}
