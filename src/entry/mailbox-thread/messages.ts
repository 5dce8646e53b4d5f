import { type ErrorCode, isMailError, MailError } from '../../domain/errors.ts'
import type { Settings } from '../../domain/settings/settings.ts'
import type { OperationName } from '../../operations/catalogue.ts'

/** The mailbox that the thread opens: its store and its owner. */
export type Opening = {
  /** `--store`. */
  readonly store: string | undefined
  /** A store of the person's list, in place of the one that is named or found. */
  readonly known?: string | undefined
  /** `--as`. */
  readonly as: string | undefined
  readonly allowNetworkFilesystem: boolean
  /** Nothing is written, not even upkeep. */
  readonly readOnly: boolean
}

/** The facts about the opened mailbox that the screen needs. */
export type Opened = {
  readonly location: string
  readonly swarm: string | null
  readonly settings: Settings
  /** An agent's session looks at a person's mail. */
  readonly onlyLooks: boolean
  /** That this machine's clock differs from the store's; `null` where it hardly does. */
  readonly clockNote: string | null
}

/** To the thread, several in one message. `call` numbers what is answered; `token` names an offer that is still held. */
export type Request =
  | {
      readonly type: 'call'
      readonly call: number
      readonly operation: OperationName
      readonly input: object
    }
  | {
      readonly type: 'stream'
      readonly call: number
      readonly operation: OperationName
      readonly input: object
    }
  /** The last value of a stream was taken: the next may come. */
  | { readonly type: 'pull'; readonly call: number }
  | { readonly type: 'stop'; readonly call: number }
  | { readonly type: EndOfOffer; readonly call: number; readonly token: number }
  /** Nobody holds this offer any more: its holds lapse. */
  | { readonly type: 'forget'; readonly token: number }
  | { readonly type: 'close' }

export type EndOfOffer = 'settle' | 'release' | 'keep'

/** From the thread, several in one message. */
export type Reply =
  | { readonly type: 'opened'; readonly opened: Opened }
  | { readonly type: 'refused'; readonly error: PlainError }
  /** The store's time, with whatever else is told. */
  | { readonly type: 'time'; readonly now: number }
  | { readonly type: 'answer'; readonly call: number; readonly value: unknown }
  | { readonly type: 'offer'; readonly call: number; readonly token: number; readonly offer: PlainOffer }
  /** The next value of a stream. */
  | { readonly type: 'item'; readonly call: number; readonly value: unknown }
  | { readonly type: 'end'; readonly call: number }
  | { readonly type: 'error'; readonly call: number; readonly error: PlainError }

/** An offer without its functions: these are requests by its token. */
export type PlainOffer = {
  readonly value: unknown
  readonly notes: readonly string[]
  readonly closedEarly?: string
}

/** An error as plain data: `code` only where it is one of ours. */
export type PlainError = {
  readonly code: ErrorCode | null
  readonly message: string
  readonly hint: string
  readonly stack: string | null
}

export function toPlain(error: unknown): PlainError {
  if (isMailError(error)) return { code: error.code, message: error.message, hint: error.hint, stack: null }
  const known = error instanceof Error ? error : new Error(String(error))
  return { code: null, message: known.message, hint: '', stack: known.stack ?? null }
}

export function fromPlain(plain: PlainError): Error {
  if (plain.code !== null) return new MailError(plain.code, plain.message, plain.hint)
  const error = new Error(plain.message)
  if (plain.stack !== null) error.stack = plain.stack
  return error
}
