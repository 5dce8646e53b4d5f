import type { Post } from '../../mail-store.ts'

/** A post with what can be worked out before the lock is taken. */
export type Prepared = {
  readonly post: Post
  readonly digest: string | null
  /** Where the body lies; `null` where its row has it. */
  readonly file: string | null
  readonly more: string | null
  readonly written: string
}
