import { ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server'
import type { Opener } from './door.ts'
import type { Offers } from './offers.ts'
import { readUnread, unreadResource, watchUnread } from './unread.ts'

/** Watches unread mail for one client, from its first subscription to the last. */
export type Watching = { readonly start: () => void; readonly stop: () => void }

const { uri, mimeType } = unreadResource

export function openWatching(open: Opener, tell: () => Promise<void>): Watching {
  let watching: AbortController | null = null
  return {
    start() {
      if (watching !== null) return
      watching = new AbortController()
      void watchUnread(open, tell, watching.signal)
    },
    stop() {
      watching?.abort()
      watching = null
    },
  }
}

export function answerResources(server: Server, open: Opener, offers: Offers, watching: Watching): void {
  server.setRequestHandler('resources/list', async () => ({ resources: [unreadResource] }))
  server.setRequestHandler('resources/read', async ({ params }) => {
    requireUnread(params.uri)
    await offers.settle()
    const text = await readUnread(open).catch((error: unknown) => {
      throw new ProtocolError(
        ProtocolErrorCode.InternalError,
        error instanceof Error ? error.message : String(error),
      )
    })
    return { contents: [{ uri, mimeType, text }] }
  })
  // The revision of 2026-07-28 has a stream of its own for this, which the SDK answers.
  server.setRequestHandler('resources/subscribe', async ({ params }) => {
    requireUnread(params.uri)
    watching.start()
    return {}
  })
  server.setRequestHandler('resources/unsubscribe', async ({ params }) => {
    requireUnread(params.uri)
    watching.stop()
    return {}
  })
}

function requireUnread(asked: string): void {
  if (asked !== uri)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no resource ${asked}.`)
}
