/**
 * The authors of a change: `actor` is acted for, and `principal` is named by the environment, if different. A login (of ssh, of a server) is
 * no principal: it says nothing of who acts, and a change with a principal is no sign of life of the agent.
 */
export type Doer = {
  readonly actor: string
  readonly principal: string | null
  readonly session: string | null
  readonly command: string | null
}

/** The doer of a change, and its time. */
export type Author = { readonly doer: Doer; readonly at: number }

/** A page by key: `next` goes back in as `after`; `null` at the end. The cursor is opaque to callers. */
export type Page<T> = { readonly rows: readonly T[]; readonly next: string | null }
export type PageRequest = { readonly limit: number; readonly after: string | null }

/** `makers`: each with the agent or person who made it, and the time. */
export type Making = { readonly makers?: boolean }
/** `null` where the log does not say, and absent where it was not asked. */
export type Made = { readonly maker?: string | null; readonly madeAt?: number | null }

/** `entries`: these messages of the list alone, each with what lists of e-mail say beside it. */
export type Chosen = { readonly entries?: readonly number[] }
