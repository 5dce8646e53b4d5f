/** Who does a deed: `actor` for whom, `principal` the one whom the environment names, where that is another. */
export type Doer = {
  readonly actor: string
  readonly principal: string | null
  readonly session: string | null
  readonly command: string | null
}

/** A page by key: `next` goes back in as `after`; `null` at the end. The cursor is opaque to callers. */
export type Page<T> = { readonly rows: readonly T[]; readonly next: string | null }
export type PageRequest = { readonly limit: number; readonly after: string | null }
