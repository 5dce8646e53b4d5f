import * as z from 'zod/mini'
import { count, jsonObject, time, type Value } from './schema-parts.ts'

export const peer = z.object({
  name: z.string(),
  url: z.string(),
  version: z.string(),
  description: z.string(),
  keywords: z.array(z.string()),
  public: z.boolean(),
  volatile: z.boolean(),
  /** The environment variable that holds its token. */
  secret: z.nullable(z.string()),
  active: z.boolean(),
  lastSeen: time,
  metadata: z.nullable(jsonObject),
  /** Copies of mail that wait for it, since when, and why the oldest could not be delivered so far. */
  waiting: count,
  waitingSince: z.nullable(time),
  problem: z.nullable(z.string()),
})
export type PeerValue = Value<typeof peer>
export const peers = z.object({ swarms: z.array(peer) })

export const pinged = z.object({
  swarm: z.nullable(z.string()),
  url: z.string(),
  version: z.string(),
  milliseconds: count,
})

/** How the swarm presents itself, and who receives its tasks. */
export const definition = z.object({
  entrypoint: z.nullable(z.string()),
  description: z.string(),
  keywords: z.array(z.string()),
  public: z.boolean(),
  maxSteps: z.nullable(count),
  breakpointTools: z.array(z.string()),
  supervisors: z.array(z.string()),
  /** Whether an administrator loaded it; otherwise it is that of the settings. */
  loaded: z.boolean(),
})
export type DefinitionValue = Value<typeof definition>

/** One event of a task. */
export const asked = z.object({
  event: z.string(),
  task: z.nullable(z.string()),
  text: z.string(),
  /** Only in the event that ends the task. */
  response: z.nullable(z.string()),
})
export type AskedValue = Value<typeof asked>
