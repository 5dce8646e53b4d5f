import { createReadStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { MailError } from '../../src/domain/errors.ts'
import type { MailStore } from '../mail-store.ts'
import {
  type Answer,
  type Call,
  eachLine,
  type Greeting,
  parts,
  problemOf,
  protocol,
  type Request,
} from './wire.ts'

type Method = (...args: readonly unknown[]) => Promise<unknown>

/** The parts of one connection: its store, its way back, and the signals of the near end. */
type Served = {
  readonly store: MailStore
  readonly output: Writable
  readonly signals: Map<number, AbortController>
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
  output.on('error', () => input.destroy())
  let store: MailStore
  try {
    store = await open()
  } catch (error) {
    output.end(lineOf({ error: problemOf(error) }))
    return
  }
  const served: Served = { store, output, signals: new Map() }
  output.write(lineOf({ door: protocol }))
  await new Promise<void>((ended) => {
    for (const event of ['end', 'close', 'error'] as const) input.on(event, () => ended())
    eachLine(
      input,
      (value) => take(served, value as Request),
      () => ended(),
    )
  })
  for (const controller of served.signals.values()) controller.abort()
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
  const write = (line: Answer): void => {
    if (output.writable) output.write(lineOf(line))
  }
  try {
    const value =
      call.part === 'backups'
        ? await sendBackup(served, call)
        : await methodOf(store, call)(...argumentsOf(served, call))
    write(value === undefined ? { id } : { id, value })
  } catch (error) {
    write({ id, error: problemOf(error) })
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

function argumentsOf({ signals }: Served, { args, absent = [], signal }: Call): readonly unknown[] {
  const given: unknown[] = args.map((arg, at) => (absent.includes(at) ? undefined : arg))
  if (signal === undefined) return given
  const controller = signals.get(signal) ?? new AbortController()
  signals.set(signal, controller)
  return [...given, controller.signal]
}

/** The file is made here and put together at the near end, where its name means something. */
async function sendBackup({ store, output }: Served, { id }: Call): Promise<unknown> {
  const folder = mkdtempSync(join(tmpdir(), 'watchpost-backup-'))
  try {
    const { file, ...made } = await store.backups.make(join(folder, 'backup'), false)
    for await (const chunk of createReadStream(file, { highWaterMark: piece })) {
      const isTaken = output.write(lineOf({ id, chunk: (chunk as Buffer).toString('base64') }))
      if (!isTaken) await new Promise((go) => output.once('drain', go).once('close', go))
    }
    return made
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function lineOf(value: Greeting | Answer): string {
  return `${JSON.stringify(value)}\n`
}
