import type { Readable } from 'node:stream'
import { isMailError, MailError, type Problem } from '../../src/domain/errors.ts'
import type { MailStore } from '../mail-store.ts'
import type { HeardAndSaid } from '../shared/far-clock.ts'

/** The version of the lines that cross a door. Both ends must speak the same. */
export const protocol = 24

/** A digest of the types of all that crosses a door in this version. A test fails where they change and this does not. */
export const portDigest = 'fb471fd414632c95'

/** The longest line, bytes: far above the largest message, far below what would fill the memory. */
const longest = 256 * 1024 * 1024

export type Part = {
  [P in keyof MailStore]: MailStore[P] extends (...args: never[]) => unknown ? never : P
}[Exclude<keyof MailStore, 'location'>]

/** The parts of a store that a door serves: all of them. */
export const parts: Readonly<Record<Part, true>> = {
  facts: true,
  roster: true,
  fleet: true,
  messages: true,
  deliveries: true,
  groups: true,
  queues: true,
  channels: true,
  places: true,
  log: true,
  debates: true,
  tasks: true,
  drafts: true,
  views: true,
  presence: true,
  sessions: true,
  asks: true,
  bells: true,
  requests: true,
  reservations: true,
  loops: true,
  assignments: true,
  attention: true,
  alerts: true,
  statistics: true,
  live: true,
  upkeep: true,
  backups: true,
  exchange: true,
  commissions: true,
  tokens: true,
  peers: true,
  outbox: true,
}

/** The first line of the far end: what it speaks and its store's time, or why it could not open its store. */
export type Greeting = { readonly door: number; readonly now: number } | { readonly error: Problem }

/** A call of a method. `absent` are the places of arguments that are undefined, which JSON does not know. */
export type Call = {
  readonly id: number
  readonly part: string
  readonly method: string
  readonly args: readonly unknown[]
  readonly absent?: readonly number[]
  /** The number of the signal that the last argument is. One signal may serve many calls. */
  readonly signal?: number
}
/** From the near end. */
export type Request = Call | { readonly abort: number } | { readonly forget: number }

/** From the far end: a piece of a file in base64, then the answer. `time` is when it heard the call and answered, by its store's clock. */
export type Answer = { readonly id: number } & (
  | { readonly value?: unknown; readonly time: HeardAndSaid }
  | { readonly error: Problem; readonly time: HeardAndSaid }
  | { readonly chunk: string }
)

export function problemOf(error: unknown): Problem {
  if (isMailError(error)) return { code: error.code, message: error.message, hint: error.hint }
  const message = error instanceof Error ? error.message : String(error)
  return { code: 'internal', message, hint: '' }
}

/** A value as a line. @throws MailError `usage` where the other end would not read it, because it is too long */
export function lineOf(value: Greeting | Answer | Request): string {
  const text = textOf(value)
  if (text !== null && Buffer.byteLength(text) <= longest) return `${text}\n`
  throw new MailError(
    'usage',
    `More than ${longest / 1024 / 1024} MB at a time cannot cross the door to a store.`,
    'Ask for fewer messages, such as with --limit.',
  )
}

/** `null` where the text is longer than a string can be. */
function textOf(value: Greeting | Answer | Request): string | null {
  try {
    return JSON.stringify(value)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

export function errorOf({ code, message, hint }: Problem): Error {
  return code === 'internal' ? new Error(message) : new MailError(code, message, hint)
}

/**
 * Reads lines of JSON objects. A line that is none, is too long, or that `take` throws at, ends the input: after it nothing can be
 * trusted.
 * @param failed is called once at most
 */
export function eachLine(
  input: Readable,
  take: (value: unknown) => void,
  failed: (error: Error) => void,
): void {
  let pieces: Buffer[] = []
  let size = 0
  let isOver = false
  const fail = (why: string): void => {
    if (isOver) return
    isOver = true
    pieces = []
    failed(new Error(why))
    input.destroy()
  }
  const line = (text: string): void => {
    const start = text.slice(0, 200)
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch {
      fail(`a line that is not JSON: ${start}`)
      return
    }
    try {
      if (typeof value !== 'object' || value === null) throw new TypeError('not an object')
      take(value)
    } catch {
      fail(`a line that cannot be understood: ${start}`)
    }
  }
  input.on('data', (chunk: Buffer) => {
    if (isOver) return
    let from = 0
    for (let at = chunk.indexOf(10); at >= 0 && !isOver; at = chunk.indexOf(10, from)) {
      pieces.push(chunk.subarray(from, at))
      line(Buffer.concat(pieces).toString())
      pieces = []
      size = 0
      from = at + 1
    }
    if (isOver) return
    const rest = chunk.subarray(from)
    pieces.push(rest)
    size += rest.length
    if (size > longest) fail('a line that is too long')
  })
}
