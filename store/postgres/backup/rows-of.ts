import type { PoolClient } from 'pg'

/** One row, its cells in the order of the columns that were asked for. */
export type Row = readonly unknown[]

const [firstRows, mostRows] = [50, 2_000]
/** What one answer of the server should have, about. */
const characters = 4 * 1024 * 1024

/** All rows of a query within the client's transaction, some at a time: as many as are no more than some megabytes. */
export async function* rowsOf(client: PoolClient, sql: string): AsyncGenerator<Row> {
  await client.query(`DECLARE copied NO SCROLL CURSOR FOR ${sql}`)
  for (let wanted = firstRows; ; ) {
    const { rows } = await client.query<unknown[]>({ text: `FETCH ${wanted} FROM copied`, rowMode: 'array' })
    yield* rows
    if (rows.length < wanted) break
    const each = rows.reduce((size, row) => size + sizeOf(row), 0) / rows.length
    wanted = Math.max(1, Math.min(mostRows, wanted * 4, Math.floor(characters / each)))
  }
  await client.query('CLOSE copied')
}

function sizeOf(row: Row): number {
  return row.reduce<number>((size, cell) => size + (typeof cell === 'string' ? cell.length : 8), 0)
}
