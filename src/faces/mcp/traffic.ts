import { PassThrough } from 'node:stream'
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { readIncoming, tooLong } from './incoming.ts'
import { eachLine } from './lines.ts'
import type { Offers } from './offers.ts'

/** Standard input and output as a transport that knows what was asked, answered and received. */
export type Traffic = {
  readonly transport: Transport
  /** Resolves when every request so far has been answered. */
  answered(): Promise<void>
  /** Resolves when nothing can be written any more. */
  readonly closed: Promise<void>
}

/** A request that stays open as long as its subscription: nobody waits for its answer. */
const subscribing = 'subscriptions/listen'
/** A line has room for the longest body, in characters; each has at most four bytes. */
const longestLine = 64 * 1024 * 1024
const mostBuffered = 4 * longestLine

/**
 * A result counts as received once it was written and another request came. The end of standard input ends nothing
 * here: a client that has asked everything may still read the answers. The SDK's transport alone would drop what is under way then.
 * @param heard is called with each request before it is carried out
 */
export function openTraffic(offers: Offers, heard: (method: string) => void): Traffic {
  const asked = new Set<string | number>()
  let settled = () => {}
  let close = () => {}
  const closed = new Promise<void>((resolve) => (close = resolve))
  const input = new PassThrough()
  const wire = new StdioServerTransport(input, process.stdout, { maxBufferSize: mostBuffered })
  const answerWith = (refusal: JSONRPCMessage) => void wire.send(refusal).catch(() => undefined)
  const lines = eachLine({
    change(line) {
      const read = readIncoming(line)
      if ('message' in read) return JSON.stringify(read.message)
      answerWith(read.refusal)
      return null
    },
    longest: longestLine,
    refuse: () => answerWith(tooLong(longestLine)),
  })
  process.stdin.pipe(lines, { end: false }).pipe(input, { end: false })

  function answer(id: string | number): void {
    asked.delete(id)
    if (asked.size === 0) settled()
  }
  function receive(message: JSONRPCMessage): void {
    if (!('method' in message)) return
    if (!('id' in message)) {
      const cancelled =
        message.method === 'notifications/cancelled' ? message.params?.['requestId'] : undefined
      if (typeof cancelled === 'string' || typeof cancelled === 'number') answer(cancelled)
      return
    }
    if (message.method !== subscribing) asked.add(message.id)
    void offers.settle()
    heard(message.method)
  }

  const transport: Transport = {
    async start() {
      wire.onmessage = (message) => {
        receive(message)
        transport.onmessage?.(message)
      }
      wire.onerror = (error) => transport.onerror?.(error)
      wire.onclose = () => {
        close()
        transport.onclose?.()
      }
      await wire.start()
    },
    async send(message) {
      await wire.send(message)
      if ('result' in message) offers.written(message.id)
      if (!('method' in message) && message.id !== undefined) answer(message.id)
    },
    close: () => wire.close(),
  }
  return {
    transport,
    closed,
    answered: () =>
      new Promise((resolve) => {
        settled = resolve
        if (asked.size === 0) resolve()
      }),
  }
}
