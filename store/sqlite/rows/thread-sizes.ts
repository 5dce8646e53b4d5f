import type { Connection } from '../database/connection.ts'

/** Threads are counted up to this. */
const mostCounted = 100
const sizesSql = `SELECT (SELECT count(*) FROM (SELECT 1 FROM messages WHERE thread_id = t.value AND thread_id <> id LIMIT ${mostCounted - 1})) + 1 FROM json_each(?) t`

/** How many messages each thread has, in the order asked. */
export function threadSizes(connection: Connection, threads: readonly number[]): readonly number[] {
  return connection.column(sizesSql).all(JSON.stringify(threads)) as number[]
}
