import Database from 'better-sqlite3'

/** How long, in milliseconds, this process kept other writers out, transaction by transaction. */
export type Locks = { readonly held: readonly number[]; stop(): void }

/** So many writes between two checkpoints, which run after the lock is let go and are not timed. */
const between = 100

/** Times every write of stores that are opened from now on. */
export function watchLocks(): Locks {
  const held: number[] = []
  const { prepare } = Database.prototype
  let since: number | null = null
  Database.prototype.prepare = function (this: Database.Database, sql: string) {
    const statement = prepare.call(this, sql)
    const run = statement.run.bind(statement) as () => Database.RunResult
    if (sql === 'BEGIN IMMEDIATE')
      statement.run = () => {
        const result = run()
        since = performance.now()
        return result
      }
    if (sql === 'COMMIT' || sql === 'ROLLBACK')
      statement.run = () => {
        this.pragma('wal_autocheckpoint = 0')
        const result = run()
        if (since !== null) held.push(performance.now() - since)
        since = null
        if (held.length % between === 0) this.pragma('wal_checkpoint(PASSIVE)')
        return result
      }
    return statement
  } as typeof prepare
  return {
    held,
    stop: () => {
      Database.prototype.prepare = prepare
    },
  }
}
