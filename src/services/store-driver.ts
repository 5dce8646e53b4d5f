/** How much a store has. */
export type StoreCounts = {
  readonly messages: number
  readonly deliveries: number
  readonly agents: number
  readonly events: number
}

/** Stores other than the one that is open. */
export type StoreDriver = {
  /**
   * Makes a store, all of it or nothing, of what `backUp` writes into the file that it is given.
   * @param name as `--store` has it: a folder, or a database
   * @throws MailError `conflict` where there is a store already · `usage` · `busy` · `not-allowed`
   */
  make(
    name: string,
    backUp: (file: string) => Promise<void>,
  ): Promise<{ readonly store: string; readonly counts: StoreCounts }>
}
