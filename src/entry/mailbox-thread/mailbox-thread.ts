import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { MailError } from '../../domain/errors.ts'
import type { Mailbox } from '../../mailbox.ts'
import { catalogue, loadOperation, type OperationName } from '../../operations/catalogue.ts'
import {
  type EndOfOffer,
  fromPlain,
  type Opened,
  type Opening,
  type Reply,
  type Request,
} from './messages.ts'

export type MailboxThread = Opened & {
  /** The mailbox, whose operations run in the thread. */
  readonly mailbox: Mailbox
  close(): Promise<void>
}

type Unanswered = {
  readonly request: Extract<Request, { readonly call: number }>
  readonly resolve: (answer: unknown) => void
  readonly reject: (error: Error) => void
  /** The next value of a stream. */
  readonly item?: (value: unknown) => void
}

/** The bundle has the worker's file beside it; the sources find their own. */
const bundled = typeof __dirname === 'string' ? join(__dirname, 'mailbox-worker.js') : ''
const streaming: readonly OperationName[] = ['watch', 'run', 'sync', 'ask']
/** A thread that failed so often, within so many ms, is not started again. */
const mostRestarts = 3
const restartsWithin = 60_000

/**
 * A mailbox in a thread of its own, so that no key waits for the store. Operations cross the thread, not store methods. A
 * thread that dies is started again: what it held lapses, and what it had not answered is asked again where that is safe.
 * @throws MailError whatever opening the store throws
 */
export async function openMailboxThread(opening: Opening, file = workerFile()): Promise<MailboxThread> {
  const unanswered = new Map<number, Unanswered>()
  const restarts: number[] = []
  const outbox: Request[] = []
  let worker: Worker
  let last = 0
  let ended: Error | null = null
  let closing: Promise<void> | null = null

  const start = (): Promise<Opened> =>
    new Promise((resolve, reject) => {
      const started = startWorker(opening, file)
      worker = started
      let failure: Error | null = null
      started.on('message', (replies: readonly Reply[]) => {
        for (const reply of replies)
          if (reply.type === 'opened') resolve(reply.opened)
          else if (reply.type === 'refused') reject(fromPlain(reply.error))
          else settle(reply)
      })
      started.on('error', (error) => {
        failure = error instanceof Error ? error : new Error(String(error))
      })
      started.on('exit', (code) => {
        const error = crash(failure?.message ?? `it ended with code ${code}`)
        reject(error)
        if (started === worker && closing === null) void recover(error)
      })
    })

  const settle = (reply: Exclude<Reply, { readonly type: 'opened' | 'refused' }>): void => {
    const found = unanswered.get(reply.call)
    if (reply.type === 'item') return found?.item?.(reply.value)
    unanswered.delete(reply.call)
    if (reply.type === 'error') found?.reject(fromPlain(reply.error))
    else if (reply.type === 'offer') found?.resolve(offerOf(reply.token, reply.offer))
    else found?.resolve(reply.type === 'answer' ? reply.value : undefined)
    if (unanswered.size === 0) worker.unref()
  }

  const recover = async (error: Error): Promise<void> => {
    const now = performance.now()
    restarts.push(now)
    const recent = restarts.filter((at) => now - at < restartsWithin).length
    const reopened = recent > mostRestarts ? null : await start().catch(() => null)
    if (reopened === null) ended = error
    for (const [call, { request, reject, resolve }] of [...unanswered]) {
      if (reopened !== null && (await isRepeatable(request))) post(request)
      else {
        unanswered.delete(call)
        // What the dead thread held has lapsed: there is nothing left to give back.
        if (reopened !== null && request.type === 'release') resolve(undefined)
        else reject(error)
      }
    }
  }

  const ask = (request: Unanswered['request'], item?: Unanswered['item']): Promise<unknown> => {
    if (ended !== null || closing !== null) return Promise.reject(ended ?? closed())
    return new Promise((resolve, reject) => {
      worker.ref()
      unanswered.set(request.call, { request, resolve, reject, ...(item && { item }) })
      post(request)
    })
  }
  /** Requests of one turn of the loop go as one message: a refresh of the whole screen is one round trip. */
  const post = (request: Request): void => {
    outbox.push(request)
    if (outbox.length === 1) queueMicrotask(flush)
  }
  const flush = (): void => {
    const requests = outbox.splice(0)
    try {
      worker.postMessage(requests)
    } catch {
      for (const request of requests) postAlone(request)
    }
  }
  /** An input that is not plain data fails its own call, and no other. */
  const postAlone = (request: Request): void => {
    try {
      worker.postMessage([request])
    } catch (error) {
      if (request.type === 'close') return
      unanswered.get(request.call)?.reject(error as Error)
      unanswered.delete(request.call)
    }
  }
  const next = (): number => {
    last += 1
    return last
  }
  const offerOf = (token: number, offer: object) => {
    const to = (type: EndOfOffer) => () => ask({ type, call: next(), token })
    return { ...offer, settle: to('settle'), release: to('release'), keep: to('keep') }
  }

  async function* stream(
    operation: OperationName,
    input: object,
    signal: AbortSignal,
  ): AsyncIterable<unknown> {
    const call = next()
    const items: unknown[] = []
    let wake: () => void = () => undefined
    const woken = () => new Promise<void>((resolve) => (wake = resolve))
    let waiting = woken()
    const stop = () => post({ type: 'stop', call })
    signal.addEventListener('abort', stop, { once: true })
    let isOver = false
    const over = ask({ type: 'stream', call, operation, input }, (value) => {
      items.push(value)
      wake()
    }).finally(() => {
      isOver = true
      wake()
    })
    over.catch(() => undefined)
    try {
      while (!signal.aborted) {
        if (items.length > 0) yield items.shift()
        else if (isOver) break
        else {
          await waiting
          waiting = woken()
        }
      }
      if (!signal.aborted) await over
    } finally {
      signal.removeEventListener('abort', stop)
      if (!isOver) stop()
    }
  }

  const opened = await start()
  const methods = (Object.keys(catalogue) as OperationName[]).map((operation) => [
    operation,
    streaming.includes(operation)
      ? (input: object, signal: AbortSignal) => stream(operation, input, signal)
      : (input: object) => ask({ type: 'call', call: next(), operation, input }),
  ])
  return {
    ...opened,
    mailbox: Object.fromEntries(methods) as Mailbox,
    close() {
      if (ended !== null) return Promise.resolve()
      closing ??= new Promise((resolve) => {
        worker.ref()
        worker.once('exit', () => resolve())
        post({ type: 'close' })
      })
      return closing
    },
  }
}

/**
 * A repeated look is harmless, and so is a send with a key. An offer's hold lapsed with the thread; a claim's lease did not.
 */
async function isRepeatable(request: Unanswered['request']): Promise<boolean> {
  if (request.type === 'stream') return true
  if (request.type !== 'call') return false
  const { access, yields } = await loadOperation(request.operation)
  const isHold = yields === 'offer' && request.operation !== 'claim'
  return access === 'read' || isHold || 'key' in request.input
}

function workerFile(): string {
  return existsSync(bundled) ? bundled : new URL('./worker.ts', import.meta.url).href
}

/** The bundle runs as it is; the sources go through a loader. */
function startWorker(opening: Opening, entry: string): Worker {
  const own = entry.startsWith('file:') ? new URL(entry) : entry
  const file = entry.endsWith('.ts') ? new URL('./from-source.mjs', import.meta.url) : own
  return new Worker(file, { workerData: { opening, entry } })
}

function closed(): MailError {
  return new MailError('internal', 'The mailbox is closed.', 'Open it again.')
}

function crash(what: string): MailError {
  return new MailError(
    'internal',
    `The mailbox's thread failed: ${what}`,
    'What was stored is safe. Repeat what you did last.',
  )
}
