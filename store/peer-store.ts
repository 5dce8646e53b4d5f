import type { Peer } from '../src/domain/peer.ts'
import type { Token } from '../src/domain/token.ts'

export type PeerStore = {
  find(name: string): Promise<Peer | null>
  /** By name. */
  list(): Promise<readonly Peer[]>
  /** Adds or replaces one. */
  put(peer: Peer): Promise<void>
  remove(name: string): Promise<boolean>
  /** The result of checking its server. */
  saw(name: string, active: boolean, at: number): Promise<void>
  /** Forgets those that only last as long as a server. */
  forgetVolatile(): Promise<number>
}

/** A copy on its way to another swarm. */
export type Parcel = {
  readonly message: number
  readonly address: string
  readonly swarm: string
  readonly attempts: number
  readonly problem: string | null
}

export type Backlog = {
  readonly swarm: string
  readonly copies: number
  /** The oldest copy: its message, and who it is for. */
  readonly first: number
  readonly address: string
  readonly since: number
  readonly problem: string | null
}

/** Copies for agents of other swarms: added together with the message, removed once the other swarm has them. */
export type OutboxStore = {
  /** The first of each task and swarm whose time has come, oldest first; of one swarm if it is named. */
  due(now: number, most: number, swarm?: string): Promise<readonly Parcel[]>
  /** The swarms that something is due for, by name; and when the next one is due that is not yet. */
  swarmsDue(now: number): Promise<{ readonly swarms: readonly string[]; readonly nextAt: number | null }>
  /** It has arrived, or will never: out with it. */
  drop(parcel: Pick<Parcel, 'message' | 'address'>): Promise<void>
  again(
    parcel: Pick<Parcel, 'message' | 'address'>,
    next: { readonly attempts: number; readonly at: number; readonly problem: string },
  ): Promise<void>
  /** A swarm is back: its parcels need not wait. */
  hasten(swarm: string, now: number): Promise<void>
  /** The tasks and threads of which something is still on its way to a swarm: a task's id, or `thread N`. */
  lanes(swarm: string): Promise<readonly string[]>
  /** Known swarms that something of a task is still on its way to. */
  bound(task: string): Promise<readonly string[]>
  /** Copies that wait for a swarm and were written between two times, oldest first. */
  late(
    swarm: string,
    between: { readonly from: number; readonly to: number },
    most: number,
  ): Promise<readonly Parcel[]>
  /** The mail that waits for each swarm: how many copies, since when, and the error of the oldest one tried. */
  backlog(): Promise<readonly Backlog[]>
  /** How many wait, and when the next one is due. */
  waiting(): Promise<{ readonly count: number; readonly nextAt: number | null }>
}

export type TokenStore = {
  /** Keeps a digest of the secret. */
  add(token: Token, secret: string): Promise<void>
  /** The token of a secret; `null` for a wrong and for a revoked one. */
  find(secret: string): Promise<Token | null>
  /** Oldest first, revoked ones among them. */
  list(): Promise<readonly Token[]>
  /** `null` where there is none; a revoked one stays as it was. */
  revoke(id: string, at: number): Promise<Token | null>
}
