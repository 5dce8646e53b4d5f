import type { Server } from 'node:http'
import type { JsonObject } from '../../domain/json.ts'
import type { Answer, Statuses } from './refusal.ts'
import type { Route } from './route.ts'
import type { World } from './world.ts'

/** One protocol on the server: where its paths begin, what they do, and how it tells what went wrong. */
export type Face = {
  /** Each route is under each of these; '' is the root of the server. */
  readonly prefixes: readonly string[]
  readonly routes: readonly Route[]
  readonly statuses: Statuses
  /** What a caller is told whose role may not. */
  readonly strangeRole: Answer
  /** The body of an answer other than success. */
  readonly problem: (answer: Answer) => JsonObject
  /** Answers to more than requests, from before the server listens. */
  readonly offer?: (server: Server, world: World, stopping: AbortSignal) => void
  /** What it does by itself for as long as the server listens. */
  readonly begin?: (world: World, pulses: Pulses) => Running
}

export type Pulses = {
  /** Milliseconds between looks at other swarms. */
  readonly watchEvery: number
  /** Milliseconds after which mail is found that nothing announced. */
  readonly lookEvery: number
}

export type Running = { readonly stop: () => Promise<void> }
