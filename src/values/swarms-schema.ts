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
  /** Copies that were given up, since when. Registering or removing the swarm ends the count. */
  givenUp: count,
  givenUpSince: z.nullable(time),
})
export type PeerValue = Value<typeof peer>

/** A swarm that was registered for as long as a server ran. */
const forgottenPeer = z.object({
  name: z.string(),
  url: z.string(),
  forgottenAt: time,
  givenUp: count,
})
export const peers = z.object({
  swarms: z.array(peer),
  /** Until they are registered again, or removed. */
  forgotten: z.array(forgottenPeer),
})

export const pinged = z.object({
  swarm: z.nullable(z.string()),
  url: z.string(),
  version: z.string(),
  milliseconds: count,
})

/** What a definition set for an agent; `null` where it set nothing. An empty list: it may write to everybody. */
const definedAgent = z.object({
  agent: z.string(),
  talksTo: z.nullable(z.array(z.string())),
  canComplete: z.nullable(z.boolean()),
})
export type DefinedAgentValue = Value<typeof definedAgent>

/** How the swarm presents itself, and who receives its tasks. */
const definitionParts = {
  entrypoint: z.nullable(z.string()),
  description: z.string(),
  keywords: z.array(z.string()),
  public: z.boolean(),
  maxSteps: z.nullable(count),
  breakpointTools: z.array(z.string()),
  supervisors: z.array(z.string()),
  /** Whether an administrator loaded it; otherwise it is that of the settings. */
  loaded: z.boolean(),
  /** What the loaded definition set for agents. */
  agents: z.array(definedAgent),
}
export const definition = z.object(definitionParts)
export type DefinitionValue = Value<typeof definition>

/** The definition that holds again, and what the agents got back. */
export const droppedDefinition = z.object({
  ...definitionParts,
  takenBack: z.array(definedAgent),
  /** Agents whose rights somebody changed since: these stay. */
  changedSince: z.array(z.string()),
})

/** One event of a task. */
export const asked = z.object({
  event: z.string(),
  task: z.nullable(z.string()),
  text: z.string(),
  /** Only in the event that ends the task. */
  response: z.nullable(z.string()),
})
export type AskedValue = Value<typeof asked>
