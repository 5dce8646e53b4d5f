import type { Nameless } from '../domain/acting.ts'
import type { Need } from '../domain/rights.ts'
import type { Taker } from '../domain/takes-mail.ts'
import type { Call, Fields, Input } from '../input/input.ts'
import type { Context } from '../services/context.ts'
import type { Offer } from '../services/offer.ts'
import type { ValueName, Values } from '../values/schemas.ts'

export type Access = 'read' | 'write'

/**
 * The rights that an operation needs. `own`: it changes nothing of anybody else's. `inside`: its input says whose, so each
 * write is judged by its row in `port-rights.ts`. A list is needed always, and judged before the operation runs.
 */
export type Needs = 'own' | 'inside' | readonly Need[]

/** An operation that writes says what it needs; one that reads may. */
export type Permitted =
  | { readonly access: 'read'; readonly needs?: readonly Need[] }
  | { readonly access: 'write'; readonly needs: Needs }

type Described<F extends Fields> = Permitted & {
  /** One sentence for help and tool lists. */
  readonly summary: string
  readonly input: F
  /** People see the value's `text`, unchanged. */
  readonly reads?: 'text'
  /** Works for an actor that is not registered (yet). */
  readonly unregistered?: true
  /** Works in an agent's session that names no agent. */
  readonly nameless?: Nameless
  /**
   * How a writing operation runs for a session that may only look: its input without what changes anything; `null`
   * refuses the call. Without this every call is refused.
   */
  readonly lookingOnly?: (input: Input<F>) => Input<F> | null
  /** Its value shows the actor and the actual actor, so both are determined even though nothing is written. */
  readonly tellsPrincipal?: true
  /** It may run for long and does upkeep as it runs; `programs`: it also starts handlers from the settings. */
  readonly keepsUp?: 'mail' | 'programs'
  /** It asks the search index. What is missing there was slow to find, so a command adds a part of it after its answer. */
  readonly asksIndex?: true
  /** Command lines worth copying, each with what it does. */
  readonly examples?: readonly (readonly [string, string])[]
  /** The name of its value's schema in `schemas.ts`. */
  readonly value: ValueName
}

type OnceOver = {
  readonly yields: 'once'
  /** The input, a length of time, that asks a face to do it again and again. */
  readonly repeats?: string
  /** It has a flag `follow`: with it a command does this instead, until it is interrupted. */
  readonly followed?: Operation
  /** It may take long, and reports its progress. */
  readonly tells?: true
  /**
   * Without its flag `yes` it only shows what it would do: then a person at a terminal is asked, and it is done with the flag.
   * With `dryRun` nobody is asked.
   */
  readonly asks?: Asks
}

/** The question; what is said where the answer is no, and what to do instead. */
export type Asks = { readonly question: string; readonly undone: string; readonly instead: string }

export type Once<F extends Fields, V> = Described<F> &
  OnceOver & {
    readonly run: (context: Context, input: Input<F>) => Promise<V>
  }
export type Offering<F extends Fields, V> = Described<F> & {
  readonly yields: 'offer'
  /** Its rule in `takes-mail.ts`. */
  readonly takes: Taker
  readonly run: (context: Context, input: Input<F>) => Promise<Offer<V>>
}
/** It answers once, and with the flag of its rule with an offer: it ends work, and hands over the next. */
export type Relaying<F extends Fields, V> = Described<F> &
  OnceOver & {
    /** Its rule in `takes-mail.ts`. */
    readonly takes: Taker
    readonly run: (context: Context, input: Input<F>) => Promise<V | Offer<V>>
  }
export type Streaming<F extends Fields, V> = Described<F> & {
  readonly yields: 'stream'
  readonly run: (context: Context, input: Input<F>, signal: AbortSignal) => AsyncIterable<V>
  /** Whether a value reports a failure: then the command as a whole succeeded only in part. */
  hasFailed?(value: V): boolean
}

export type Operation =
  | Once<Fields, unknown>
  | Relaying<Fields, unknown>
  | Offering<Fields, unknown>
  | Streaming<Fields, unknown>

/** The result of an operation must match the schema that it names. */
type Definition<O, N extends ValueName> = O extends unknown
  ? Omit<O, 'yields' | 'value'> & { readonly value: N }
  : never

/** Defines an operation that answers with a value. */
export function operation<F extends Fields, N extends ValueName, V extends Values[N]>(
  definition: Definition<Once<F, V>, N>,
): Once<F, V> {
  return { ...definition, yields: 'once' }
}

/** Defines an operation whose value is held until the face has written it. */
export function offering<F extends Fields, N extends ValueName, V extends Values[N]>(
  definition: Definition<Offering<F, V>, N>,
): Offering<F, V> {
  return { ...definition, yields: 'offer' }
}

/** Defines an operation that ends work and, if asked, holds the next until the face has written it. */
export function relaying<F extends Fields, N extends ValueName, V extends Values[N]>(
  definition: Definition<Relaying<F, V>, N>,
): Relaying<F, V> {
  return { ...definition, yields: 'once' }
}

/** Defines an operation that answers with values until the caller aborts. */
export function streaming<F extends Fields, N extends ValueName, V extends Values[N]>(
  definition: Definition<Streaming<F, V>, N>,
): Streaming<F, V> {
  return { ...definition, yields: 'stream' }
}

/** The method that a mailbox has for an operation. */
export type Method<O> =
  O extends Relaying<infer F, infer V>
    ? // An answer that may be an offer is for faces, which perform operations.
      (input: Omit<Call<F>, 'next'>) => Promise<V>
    : O extends Once<infer F, infer V>
      ? (input: Call<F>) => Promise<V>
      : O extends Offering<infer F, infer V>
        ? (input: Call<F>) => Promise<Offer<V>>
        : O extends Streaming<infer F, infer V>
          ? (input: Call<F>, signal: AbortSignal) => AsyncIterable<V>
          : never
