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

/** How much a backup has. */
export function countsIn(file: string) {
  const database = openFile(file, { readonly: true })
  try {
    const sql = `SELECT (SELECT count(*) FROM messages) AS messages, (SELECT count(*) FROM deliveries) AS deliveries,
      (SELECT count(*) FROM agents WHERE state <> 'named') AS agents, (SELECT count(*) FROM events) AS events`
    return database.prepare(sql).get() as Record<'messages' | 'deliveries' | 'agents' | 'events', number>
  } finally {
    database.close()
  }
}
