import type { Agent } from '../../domain/roster.ts'
import type { TokenRole } from '../../domain/token.ts'
import { type Mailbox, openMailbox } from '../../mailbox.ts'
import type { NetworkDriver } from '../../operations/network-driver.ts'
import type { Context } from '../../operations/operation.ts'
import type { Hub } from './hub.ts'
import type { Metrics } from './metrics.ts'
import type { Log } from './terminal/log.ts'

export type Client = { readonly role: TokenRole; readonly id: string }

/** What every route works with. */
export type World = {
  readonly context: Context
  readonly network: NetworkDriver
  readonly swarm: string
  readonly startedAt: number
  readonly hub: Hub
  readonly log: Log
  readonly metrics: Metrics
  /** Tokens for swarms that were handed over in clear: kept for as long as the server runs. */
  readonly secrets: Map<string, string>
  readonly limits: Limits
  /** Whoever asks for one on behalf of a client gets the same: what its mail was sent along is remembered there. */
  readonly mailboxes: Map<
    string,
    { readonly agent: Agent; readonly context: Context; readonly mailbox: Mailbox }
  >
  /** Users that gave something to do since the start. */
  readonly active: Set<string>
  /** The entrypoint that a flag named, until a definition is loaded. */
  entrypoint: string | null
}

export type Limits = {
  readonly bodyBytes: number
  /** Requests a minute on public routes, by address. */
  readonly publicRate: number
  /** Between signs of life on a stream. */
  readonly heartbeat: number
  /** How long a person who wrote to an agent waits for its answer. */
  readonly answerWithin: number
  /** How often another swarm is tried before its sender is told. */
  readonly attempts: number
}

export const defaultLimits: Limits = {
  bodyBytes: 4 * 1024 * 1024,
  publicRate: 600,
  heartbeat: 15_000,
  answerWithin: 10 * 60_000,
  attempts: 12,
}

/** The mailbox of somebody who is named, known to the roster or from another swarm. */
export function mailboxOf(
  world: World,
  agent: Agent,
): { readonly context: Context; readonly mailbox: Mailbox } {
  const known = world.mailboxes.get(agent.address)
  if (known !== undefined && known.agent.kind === agent.kind) return known
  const context: Context = {
    ...world.context,
    actor: agent,
    how: 'flag',
    principal: null,
    session: null,
    origin: null,
    command: 'serve',
  }
  const opened = { agent, context, mailbox: openMailbox(context) }
  if (world.mailboxes.size > 10_000) world.mailboxes.clear()
  world.mailboxes.set(agent.address, opened)
  return opened
}
