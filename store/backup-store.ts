import type { Problem } from '../src/domain/errors.ts'

export type BackedUp = {
  /** Where it lies, absolute. */
  readonly file: string
  readonly bytes: number
  readonly messages: number
  /** How far the log of the store is sealed: kept elsewhere, it shows later whether that part was changed. */
  readonly head: string | null
  /** The changes after it. */
  readonly unsealed: number
  /** Messages whose body the store has lost; the copy contains them without text. */
  readonly lost: readonly { readonly message: number; readonly problem: Problem }[]
}

export type BackupStore = {
  /**
   * Copies the store as it is at one moment into one file, while others go on writing. The file needs nothing beside
   * it, and is itself a store; it is checked before it gets its name.
   * @throws `conflict` the file is there and `replace` is not given, or it is in use · `not-found` no such folder ·
   * `not-allowed` · `damaged`
   */
  make(file: string, replace: boolean): Promise<BackedUp>
}
