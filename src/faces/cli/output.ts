import { isUtf8 } from 'node:buffer'
import { fstatSync, readSync, write, writeSync } from 'node:fs'
import { pause } from '../../after.ts'
import type { Offer } from '../../services/offer.ts'

/** The kind of a descriptor. The caller reports a terminal, because only the caller loads the code that detects one. */
export type Sink = 'file' | 'pipe' | 'device'

const stdin = 0
const stdout = 1
const stderr = 2
const firstWait = 1
/** As much as is read at once; less came where the writer is slower than we are. */
export const chunkSize = 65_536
const longestWait = 20
/** After everything else left, a reader gone early has had this long to be noticed. */
const lastNewlineWait = 2

export function sinkOf(descriptor: number): Sink {
  try {
    const found = fstatSync(descriptor)
    if (found.isCharacterDevice()) return 'device'
    return found.isFIFO() || found.isSocket() ? 'pipe' : 'file'
  } catch {
    return 'file'
  }
}

/** Data, and nothing else. @throws EPIPE when the reader is gone */
export function writeOut(text: string): void {
  writeAll(stdout, text)
}

/** Writes everything that is not data. A closed standard error is not a failure. */
export function writeNote(text: string): void {
  try {
    writeAll(stderr, text)
  } catch {
    // There is no reader left.
  }
}

function writeAll(descriptor: number, text: string): void {
  const bytes = Buffer.from(text)
  for (let at = 0, wait = firstWait; at < bytes.length; ) {
    try {
      at += writeSync(descriptor, bytes, at)
      wait = firstWait
    } catch (error) {
      if (codeOf(error) !== 'EAGAIN') throw error
      sleep(wait)
      wait = Math.min(wait * 2, longestWait)
    }
  }
}

/** All of standard input, as text. */
export function readAll(): string {
  const chunks: Buffer[] = []
  for (const chunk of readChunks()) chunks.push(chunk)
  return textOf(Buffer.concat(chunks), 'Standard input')
}

/** Mail is text. Invalid bytes are replaced and the sender gets a note; a file can be attached unchanged. */
export function textOf(bytes: Buffer, whose: string): string {
  if (!isUtf8(bytes))
    writeNote(
      `${whose} contains bytes that are not UTF-8; they were replaced by \uFFFD. To send a file unchanged, use --attach.\n`,
    )
  return bytes.toString('utf8')
}

/** Standard input as it comes. */
export function* readChunks(): Generator<Buffer> {
  for (let wait = firstWait; ; ) {
    const chunk = Buffer.allocUnsafe(chunkSize)
    try {
      const length = readSync(stdin, chunk)
      if (length === 0) return
      wait = firstWait
      yield chunk.subarray(0, length)
    } catch (error) {
      if (codeOf(error) === 'EOF') return
      if (codeOf(error) !== 'EAGAIN') throw error
      sleep(wait)
      wait = Math.min(wait * 2, longestWait)
    }
  }
}

function sleep(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}

const ends = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGPIPE'] as const
type End = (typeof ends)[number]

/** How handing over ended: the reader has it all, went early, or a signal came first. */
export type HandedOver = 'left' | 'gone' | End

/**
 * Writes an offer's text, makes sure that it left, and settles; else releases, so that it is offered again.
 * Writing does not block, so that a signal is heard while a reader makes us wait.
 */
export async function handOver(
  offer: Pick<Offer<unknown>, 'settle' | 'release'>,
  text: string,
): Promise<HandedOver> {
  const signals = hearSignals()
  try {
    const ended = await Promise.race([signals.heard, leave(text)])
    if (ended === 'left') await offer.settle()
    else await offer.release()
    return ended
  } catch (error) {
    await offer.release().catch(() => undefined)
    throw error
  } finally {
    signals.stop()
  }
}

/** A pipe takes as much at once, whole or not at all. */
const atOnce = 4_096

/**
 * The same for one line among many, with the lines `before` it, which nobody has use for before its end: no reader goes away with the beginning. A
 * short one needs no care for signals, as other lines of a batch need none.
 */
export async function handOverLine(
  offer: Pick<Offer<unknown>, 'settle' | 'release'>,
  line: string,
  before: string,
): Promise<HandedOver> {
  if (Buffer.byteLength(line) > atOnce) {
    if (before !== '') writeOut(before)
    return handOver(offer, line)
  }
  try {
    writeOut(before + line)
  } catch (error) {
    await offer.release()
    if (codeOf(error) === 'EPIPE') return 'gone'
    throw error
  }
  await offer.settle()
  return 'left'
}

async function leave(text: string): Promise<'left' | 'gone'> {
  const bytes = Buffer.from(text)
  const sink = sinkOf(stdout)
  try {
    if (sink !== 'pipe') {
      await writeGently(bytes)
      return 'left'
    }
    await writeGently(bytes.subarray(0, -1))
    await pause(lastNewlineWait)
    await writeGently(bytes.subarray(-1))
    return 'left'
  } catch (error) {
    if (codeOf(error) === 'EPIPE') return 'gone'
    throw error
  }
}

async function writeGently(bytes: Buffer): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const written = await new Promise<number>((resolve, reject) =>
      write(stdout, bytes, at, (error, count) =>
        error === null ? resolve(count) : error.code === 'EAGAIN' ? resolve(0) : reject(error),
      ),
    )
    if (written === 0) await pause(firstWait)
    at += written
  }
}

export function hearSignals(which: readonly End[] = ends): {
  readonly heard: Promise<End>
  readonly stop: () => void
} {
  let hear: (signal: End) => void = () => {}
  const heard = new Promise<End>((resolve) => {
    hear = resolve
  })
  for (const signal of which) process.on(signal, hear)
  if (which.includes('SIGPIPE')) outlivePipes()
  const stop = () => {
    for (const signal of which) process.off(signal, hear)
  }
  return { heard, stop }
}

/**
 * With the last listener of SIGPIPE its default comes back, and one that is on its way ends us without a word: a write that had
 * begun when the reader left raises it once, and the next write again.
 */
function outlivePipes(): void {
  if (!process.listeners('SIGPIPE').includes(doNothing)) process.on('SIGPIPE', doNothing)
}

function doNothing(): void {
  // The write fails with EPIPE.
}

/** The code of an error of the system, such as `EPIPE`. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
