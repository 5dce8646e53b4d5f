import type { Worker } from 'node:worker_threads'
import { MailError } from '../../src/domain/errors.ts'
import { fromPlain, type MethodPath, type Reply, type Request } from './protocol.ts'

/** The near end of the wire to a store's thread. */
export type Line = {
  /** The store's folder, once it is open. */
  readonly opened: Promise<string>
  call(path: MethodPath, args: readonly unknown[]): Promise<unknown>
  wait(path: MethodPath, args: readonly unknown[], signal: AbortSignal): Promise<void>
  close(): Promise<void>
}

type Pending = { readonly resolve: (value: unknown) => void; readonly reject: (error: Error) => void }

export function openLine(worker: Worker): Line {
  const opening = openingOf()
  const calls = openCalls(worker)
  const signals = openSignalNumbers((signal) => post({ type: 'forget', signal }))
  let ended: Error | null = null
  let closing: Promise<void> | null = null

  worker.on('message', (reply: Reply) => {
    if (reply.type === 'open') opening.resolve(reply.location)
    else if (reply.type === 'failed') end(fromPlain(reply.error))
    else if (reply.type === 'closed') end(closed())
    else calls.settle(reply)
    rest()
  })
  worker.on('error', (error) => end(crash(error instanceof Error ? error.message : String(error))))
  worker.on('messageerror', (error) => end(crash(error.message)))
  worker.on('exit', (code) => end(crash(`it exited with code ${code}`)))

  return {
    opened: opening.promise,
    call: (path, args) => ask((call) => ({ type: 'call', call, path, args })),
    async wait(path, args, signal) {
      if (signal.aborted) return
      const number = signals.numberOf(signal)
      const abort = () => post({ type: 'abort', signal: number })
      signal.addEventListener('abort', abort, { once: true })
      try {
        await ask((call) => ({ type: 'wait', call, path, args, signal: number }))
      } finally {
        signal.removeEventListener('abort', abort)
      }
    },
    close() {
      if (ended === null) closing ??= farewell()
      return closing ?? Promise.resolve()
    },
  }

  function ask(request: (call: number) => Request): Promise<unknown> {
    if (ended !== null || closing !== null) return Promise.reject(ended ?? closed())
    worker.ref()
    return calls.add(request)
  }

  /** A thread at rest keeps no process alive; one at work does. */
  function rest(): void {
    if (calls.none() && closing === null) worker.unref()
  }

  function farewell(): Promise<void> {
    return new Promise((resolve) => {
      worker.ref()
      worker.once('exit', () => resolve())
      post({ type: 'close' })
    })
  }

  function end(error: Error): void {
    if (ended !== null) return
    ended = error
    opening.reject(error)
    calls.fail(error)
    void worker.terminate()
  }

  function post(request: Request): void {
    if (ended === null) worker.postMessage(request)
  }
}

function openCalls(worker: Worker) {
  const pending = new Map<number, Pending>()
  let last = 0
  return {
    none: () => pending.size === 0,
    add(request: (call: number) => Request): Promise<unknown> {
      last += 1
      const call = last
      return new Promise((resolve, reject) => {
        // Throws where an argument is not plain data; then nobody will answer.
        worker.postMessage(request(call))
        pending.set(call, { resolve, reject })
      })
    },
    settle(reply: Extract<Reply, { readonly call: number }>): void {
      const found = pending.get(reply.call)
      pending.delete(reply.call)
      if (reply.type === 'result') found?.resolve(reply.value)
      else found?.reject(fromPlain(reply.error))
    },
    fail(error: Error): void {
      for (const { reject } of pending.values()) reject(error)
      pending.clear()
    },
  }
}

function openingOf() {
  let settle: {
    readonly resolve: (location: string) => void
    readonly reject: (error: Error) => void
  } | null = null
  const promise = new Promise<string>((resolve, reject) => {
    settle = { resolve, reject }
  })
  return {
    promise,
    resolve: (location: string) => settle?.resolve(location),
    reject: (error: Error) => settle?.reject(error),
  }
}

function closed(): MailError {
  return new MailError('internal', 'The store is closed.', 'Open it again.')
}

function crash(what: string): MailError {
  return new MailError(
    'internal',
    `The store's worker thread failed: ${what}`,
    'Stored mail is safe; open the store again.',
  )
}

/** Signals cannot cross threads; numbers can. A signal that nobody holds any more is forgotten over there too. */
function openSignalNumbers(forget: (signal: number) => void): { numberOf(signal: AbortSignal): number } {
  const numbers = new WeakMap<AbortSignal, number>()
  const registry = new FinalizationRegistry<number>(forget)
  let last = 0
  return {
    numberOf(signal) {
      const known = numbers.get(signal)
      if (known !== undefined) return known
      last += 1
      numbers.set(signal, last)
      registry.register(signal, last)
      return last
    },
  }
}
