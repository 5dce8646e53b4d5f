import { connect } from '../database/connection.ts'
import { openFile } from '../database/driver.ts'
import { raiseWaiting } from '../engine/restored.ts'

/** Has everybody told whose mail waits in a backup that has become the store of a folder. */
export function raiseSignals(file: string, folder: string): void {
  const database = openFile(file, { timeout: 5000 })
  try {
    const connection = connect(database, folder)
    connection.write(
      () => raiseWaiting(connection),
      () => false,
    )
  } finally {
    database.close()
  }
}

/** How much a store has. */
export const countsSql = `SELECT (SELECT count(*) FROM messages) AS messages, (SELECT count(*) FROM deliveries) AS deliveries,
  (SELECT count(*) FROM agents WHERE state <> 'named') AS agents, (SELECT count(*) FROM events) AS events`
export type Counts = Readonly<Record<'messages' | 'deliveries' | 'agents' | 'events', number>>

export function countsIn(file: string): Counts {
  const database = openFile(file, { readonly: true })
  try {
    return database.prepare(countsSql).get() as Counts
  } finally {
    database.close()
  }
}
