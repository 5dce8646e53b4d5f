import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import type { MailStore } from '../mail-store.ts'
import { openTurns, type Turns } from '../sqlite/database/turns.ts'
import { openSqliteStore, type StoreOptions } from '../sqlite/sqlite-store.ts'
import { storePlace } from '../sqlite/store-place.ts'
import { type MethodPath, methods, type Reply, type Request, toPlain } from './protocol.ts'

type Method = (...args: readonly unknown[]) => Promise<unknown>

const port = parentPort
if (port === null) throw new Error('This file must run in a worker thread.')
const reply = (message: Reply) => port.postMessage(message)
const stops = new Map<number, AbortController>()

void start(port)

async function start(port: MessagePort): Promise<void> {
  try {
    const { location, options } = workerData as {
      location: string
      options: StoreOptions
    }
    const store = await openSqliteStore(location, options)
    const turns = openTurns(storePlace(location).file, options)
    port.on('message', (request: Request) => void serve(store, turns, request))
    reply({ type: 'open', location: store.location })
  } catch (error) {
    reply({ type: 'failed', error: toPlain(error) })
  }
}

async function serve(store: MailStore, turns: Turns, request: Request): Promise<void> {
  switch (request.type) {
    case 'call':
      return answer(request.call, async () => {
        if (methods[request.path] === 'writes') await turns.mine()
        return methodOf(store, request.path)(...request.args)
      })
    case 'wait':
      return answer(request.call, () =>
        methodOf(store, request.path)(...request.args, signalOf(request.signal)),
      )
    case 'abort':
      stops.get(request.signal)?.abort()
      stops.delete(request.signal)
      return
    case 'forget':
      stops.delete(request.signal)
      return
    case 'close':
      turns.close()
      return end(store)
  }
}

async function answer(call: number, run: () => Promise<unknown>): Promise<void> {
  try {
    reply({ type: 'result', call, value: await run() })
  } catch (error) {
    reply({ type: 'error', call, error: toPlain(error) })
  }
}

async function end(store: MailStore): Promise<void> {
  for (const stop of stops.values()) stop.abort()
  try {
    await store.close()
  } finally {
    reply({ type: 'closed' })
    port?.close()
  }
}

function methodOf(store: MailStore, path: MethodPath): Method {
  const [group = '', name = ''] = path.split('.')
  const part = store[group as keyof MailStore] as unknown as Readonly<Record<string, Method>>
  const method = part[name]
  if (method === undefined) throw new Error(`Unknown method of the store: ${path}`)
  return (...args) => method.apply(part, [...args])
}

/** One controller for each of the caller's signals, so that a store can tell its callers apart. */
function signalOf(number: number): AbortSignal {
  let stop = stops.get(number)
  if (stop === undefined) {
    stop = new AbortController()
    stops.set(number, stop)
  }
  return stop.signal
}
