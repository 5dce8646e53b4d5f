import type { Context } from '../services/context.ts'
import type { Permitted } from './operation.ts'

type Described = Permitted & {
  /** One sentence for readers of the code: no help lists it. */
  readonly summary: string
}

/**
 * An operation that only a server asks for. No command line and no tool spells it, so its input is plain data, which
 * the types check.
 */
export type Internal<I, V> = Described & {
  readonly yields: 'once'
  readonly run: (context: Context, input: I) => Promise<V>
}

export type InternalStream<I, V> = Described & {
  readonly yields: 'stream'
  readonly run: (context: Context, input: I, signal: AbortSignal) => AsyncIterable<V>
}

type Unmarked<O> = O extends unknown ? Omit<O, 'yields'> : never

/** Defines an internal operation that answers with a value. */
export function internal<I, V>(definition: Unmarked<Internal<I, V>>): Internal<I, V> {
  return { ...definition, yields: 'once' }
}

/** Defines an internal operation that answers with values until the caller aborts. */
export function internalStream<I, V>(definition: Unmarked<InternalStream<I, V>>): InternalStream<I, V> {
  return { ...definition, yields: 'stream' }
}

/** The method that a server's mailbox has for one. */
export type InternalMethod<O> =
  O extends Internal<infer I, infer V>
    ? unknown extends I
      ? () => Promise<V>
      : (input: I) => Promise<V>
    : O extends InternalStream<infer I, infer V>
      ? (input: I, signal: AbortSignal) => AsyncIterable<V>
      : never
