import { Worker } from 'node:worker_threads'
import type { MailStore } from '../mail-store.ts'
import type { StoreOptions } from '../sqlite/sqlite-store.ts'
import { type MethodPath, type MethodStyle, methods } from './protocol.ts'
import { openLine } from './worker-line.ts'

export type WorkerStoreOptions = StoreOptions & {
  /** The bundled entry; left out where the sources themselves run. */
  readonly workerFile?: URL | string | undefined
}

/**
 * The same store in a thread of its own, so that a long read never holds up a screen or a socket.
 * @throws MailError whatever opening the store throws, and `internal` when the thread cannot run
 */
export async function openWorkerStore(location: string, options: WorkerStoreOptions): Promise<MailStore> {
  const worker = startWorker(location, options)
  const line = openLine(worker)
  const realLocation = await line.opened
  const proxies: Record<string, Record<string, unknown>> = {}
  for (const [path, style] of Object.entries(methods) as [MethodPath, MethodStyle][]) {
    const [group = '', method = ''] = path.split('.')
    const proxy = (proxies[group] ??= {})
    proxy[method] =
      style === 'waits'
        ? (...args: unknown[]) => line.wait(path, args.slice(0, -1), args.at(-1) as AbortSignal)
        : (...args: unknown[]) => line.call(path, args)
  }
  // The list of methods is checked against the port, so the proxies are all there is to it.
  return { ...proxies, location: realLocation, close: line.close } as unknown as MailStore
}

/** Bundled, a thread runs its file as it is; sources go through a loader. */
function startWorker(location: string, { workerFile, ...options }: WorkerStoreOptions): Worker {
  const entry = String(workerFile ?? new URL('./worker-entry.ts', import.meta.url))
  const file = entry.startsWith('file:') ? new URL(entry) : entry
  const workerData = { location, options, entry }
  return new Worker(entry.endsWith('.ts') ? new URL('./from-source.mjs', import.meta.url) : file, {
    workerData,
  })
}
