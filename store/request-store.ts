import type { Decision, PermissionRequest } from '../src/domain/approval.ts'

/** A request, and what became of it. */
export type StoredRequest = PermissionRequest & {
  readonly helper: string | null
  /** The process of the hook that waits, where it is known. */
  readonly process: string | null
  /** When its hook took a decision, or stopped waiting for one. */
  readonly takenAt: number | null
  readonly closedAt: number | null
}

/** A person's decision, or an attempt at one. */
export type Approval = {
  readonly at: number
  readonly agent: string
  readonly request: string
  readonly verdict: string
  /** The agent named as decider, and the real actor if that is another. */
  readonly by: string
  readonly principal: string | null
  /** `given`, or why it was refused. */
  readonly outcome: string
}

export type NewApproval = Approval & { readonly digest: string; readonly signature: string | null }

/** Requests of coding agents whose hooks wait for a person. Nothing here decides: a hook believes a signature alone. */
export type RequestStore = {
  /** A hook begins to wait. */
  open(request: Omit<StoredRequest, 'takenAt' | 'closedAt'>): Promise<void>
  find(id: string): Promise<StoredRequest | null>
  /** The request of a wait that began at that moment; `null` if its hook asked for no decision. */
  of(asked: {
    readonly agent: string
    readonly session: string | null
    readonly helper: string | null
    readonly since: number
  }): Promise<StoredRequest | null>
  /** Notes a decision, or a refused one. Both stay. */
  note(approval: NewApproval): Promise<void>
  /** The decisions that were given for a request, in their order. */
  decisions(id: string): Promise<readonly Decision[]>
  /** The hook takes a decision: `true` once for each request, and never after it was closed. */
  take(id: string, at: number): Promise<boolean>
  /** The hook waits no longer. */
  close(id: string, at: number): Promise<void>
  /** The last decisions about an agent's requests, newest first. */
  approvals(agent: string, most: number): Promise<readonly Approval[]>
}
