import { type Rings, type Rung, together } from '../../sql/rung.ts'
import type { Database, Statement } from './driver.ts'

/** Changes of one transaction, each done completely or not at all. */
export type Group = {
  add<T>(deed: () => T, rings?: Rings<T>): T
  /** What all of them altered. */
  readonly rung: Rung
  /** @throws where they were undone before their time */
  close(): void
}

type Parts = { readonly database: Database; readonly statement: (sql: string) => Statement }

export function openGroup({ database, statement }: Parts): Group {
  const run = (sql: string) => statement(sql).run()
  let rung: Rung = false
  let lost: unknown = null
  return {
    add(deed, rings) {
      if (lost !== null) throw lost
      run('SAVEPOINT change')
      try {
        const result = deed()
        run('RELEASE change')
        rung = together(rung, rings === undefined || rings(result))
        return result
      } catch (error) {
        if (database.inTransaction) {
          run('ROLLBACK TO change')
          run('RELEASE change')
        } else {
          // A full disk makes SQLite roll back the whole transaction.
          lost = error
        }
        throw error
      }
    },
    get rung() {
      return rung
    },
    close() {
      if (lost !== null) throw lost
    },
  }
}
