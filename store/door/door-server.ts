import { mkdtempSync, rmSync } from 'node:fs'
import { open as openFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { MailError } from '../../src/domain/errors.ts'
import type { MailStore } from '../mail-store.ts'
import { type Answer, type Call, eachLine, lineOf, parts, problemOf, protocol, type Request } from './wire.ts'

type Method = (...args: readonly unknown[]) => Promise<unknown>

/** The parts of one connection: its store, its way back, and the signals of the near end. */
type Served = {
  readonly store: MailStore
  readonly output: Writable
  readonly signals: Map<number, AbortController>
  /** The backups under way: their files are removed before the connection counts as ended. */
  readonly backups: Set<Promise<unknown>>
  /** Aborts once the near end is gone. */
  readonly gone: AbortSignal
}

/** Pieces of a backup, bytes. */
const piece = 48 * 1024

/**
 * The far end of a door: serves a store over a pair of streams until the near end goes away. Unanswered calls may
 * or may not have taken effect; holds that were not settled lapse.
 */
export async function serveDoor(
  open: () => Promise<MailStore>,
  input: Readable,
  output: Writable,
): Promise<void> {
  const ending = new AbortController()
  const { signal: gone } = ending
  const ended = new Promise<void>((end) => gone.addEventListener('abort', () => end(), { once: true }))
  output.on('error', () => input.destroy())
  // The near end may go away while the store opens.
  for (const event of ['end', 'close', 'error'] as const) input.on(event, () => ending.abort())
  let store: MailStore
  try {
    store = await open()
  } catch (error) {
    output.end(lineOf({ error: problemOf(error) }))
    return
  }
  const served: Served = { store, output, signals: new Map(), backups: new Set(), gone }
  if (output.writable) output.write(lineOf({ door: protocol, now: store.now() }))
  eachLine(
    input,
    (value) => take(served, value as Request),
    () => ending.abort(),
  )
  await ended
  for (const controller of served.signals.values()) controller.abort()
  await Promise.allSettled(served.backups)
  await store.close()
  output.end()
}

function take(served: Served, request: Request): void {
  if ('abort' in request) served.signals.get(request.abort)?.abort()
  else if ('forget' in request) served.signals.delete(request.forget)
  else void answer(served, request)
}

async function answer(served: Served, call: Call): Promise<void> {
  const { id } = call
  const { store, output } = served
  const heard = store.now()
  const time = () => ({ heard, said: store.now() })
  const write = (line: Answer): void => {
    if (output.writable) output.write(lineOf(line))
  }
  try {
    const value =
      call.part === 'backups'
        ? await tracked(served.backups, sendBackup(served, call))
        : await methodOf(store, call)(...argumentsOf(served, call))
    write(value === undefined ? { id, time: time() } : { id, value, time: time() })
  } catch (error) {
    write({ id, error: problemOf(error), time: time() })
  }
}

function methodOf(store: MailStore, { part, method }: Call): Method {
  const isKnown = Object.hasOwn(parts, part) && !(method in Object.prototype)
  const methods = isKnown ? (store[part as keyof typeof parts] as unknown as Record<string, Method>) : {}
  const found = methods[method]
  if (typeof found === 'function') return found
  throw new MailError(
    'newer-version',
    `The store does not know ${part}.${method}.`,
    'Install the same version of Watchpost at both ends.',
  )
}

/** How many arguments come before the signal. A method that is given none fails later, where no caller could be told. */
const beforeSignal = new Map([
  ['live.changed', 0],
  ['live.mail', 1],
])

function argumentsOf({ signals }: Served, { part, method, args, absent = [], signal }: Call) {
  const given: unknown[] = args.map((arg, at) => (absent.includes(at) ? undefined : arg))
  const amount = beforeSignal.get(`${part}.${method}`)
  const isRight =
    amount === undefined ? signal === undefined : signal !== undefined && given.length === amount
  if (!isRight)
    throw new MailError(
      'usage',
      `${part}.${method} is not called with these arguments.`,
      'Install the same version of Watchpost at both ends.',
    )
  if (signal === undefined) return given
  const controller = signals.get(signal) ?? new AbortController()
  signals.set(signal, controller)
  return [...given, controller.signal]
}

async function tracked<T>(all: Set<Promise<unknown>>, one: Promise<T>): Promise<T> {
  all.add(one)
  try {
    return await one
  } finally {
    all.delete(one)
  }
}

/** The file is made here and put together at the near end, where its name means something. */
async function sendBackup({ store, output, gone }: Served, { id }: Call): Promise<unknown> {
  const { made, handle } = await makeBackup(store)
  try {
    for await (const chunk of handle.createReadStream({ highWaterMark: piece })) {
      const line = lineOf({ id, chunk: (chunk as Buffer).toString('base64') })
      if (gone.aborted || !output.writable) throw new Error('The near end is gone.')
      if (!output.write(line)) await drained(output, gone)
    }
    return made
  } finally {
    await handle.close()
  }
}

/** A backup without a name: however this program ends while it sends it, nothing of it stays on the disk. */
async function makeBackup(store: MailStore) {
  const folder = mkdtempSync(join(tmpdir(), 'watchpost-backup-'))
  try {
    const { file, ...made } = await store.backups.make(join(folder, 'backup'), false)
    return { made, handle: await openFile(file) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A stream that is closed is never drained. */
async function drained(output: Writable, gone: AbortSignal): Promise<void> {
  await new Promise<void>((go) => {
    const done = (): void => {
      for (const event of ['drain', 'close'] as const) output.off(event, done)
      gone.removeEventListener('abort', done)
      go()
    }
    for (const event of ['drain', 'close'] as const) output.on(event, done)
    gone.addEventListener('abort', done)
  })
}
