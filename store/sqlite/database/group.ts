import type { Database, Statement } from './driver.ts'

/** Changes of one transaction, each done completely or not at all. */
export type Group = {
  add<T>(deed: () => T, rings?: (result: T) => boolean): T
  /** Whether a bell must ring for any of them. @throws where they were undone before their time */
  close(): boolean
}

type Parts = { readonly database: Database; readonly statement: (sql: string) => Statement }

export function openGroup({ database, statement }: Parts): Group {
  const run = (sql: string) => statement(sql).run()
  let hasRung = false
  let lost: unknown = null
  return {
    add(deed, rings) {
      if (lost !== null) throw lost
      run('SAVEPOINT change')
      try {
        const result = deed()
        run('RELEASE change')
        hasRung ||= rings === undefined || rings(result)
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
    close() {
      if (lost !== null) throw lost
      return hasRung
    },
  }
}
