import pg from 'pg'
import { openPostgresStore } from '../../../store/postgres/postgres-store.ts'
import { countedCommands, openCountedCommands, opening } from '../../../test/support/counted-commands.ts'
import { type OwnServer, startOwn } from '../../../test/support/postgres-server.ts'
import { atMost, type Figure, whole } from './measure.ts'
import { worldSql } from './postgres.ts'

const messages = 200_000
/** Older than what counts as a loop. */
const age = 7_200_000

/** Round trips to a server, counted on the wire, of whole commands in a store with 40 agents and much mail. Left out where no server starts. */
export async function benchRoundTrips(): Promise<readonly Figure[]> {
  let server: OwnServer
  try {
    server = await startOwn([])
  } catch (error) {
    const [why = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
    process.stderr.write(`Round trips are left out: ${why}\n`)
    return []
  }
  try {
    const counted = await openCountedCommands(server)
    counted.fill(0, 4)
    await fillMail(server)
    counted.fill(4, 40)
    const figures: Figure[] = []
    for (const [words, limit] of countedCommands) {
      const { ways } = await counted.leastWaysOf(words, limit)
      const what = `PostgreSQL: round trips of \`${words}\` as a whole process at ${whole(messages)} messages, beside ${opening} for the connection`
      figures.push(atMost(what, ways, limit, whole))
    }
    counted.close()
    return figures
  } finally {
    await server.stop()
  }
}

/** Indexed by their subjects: slice by slice takes minutes. */
const indexedSql =
  "INSERT INTO words(message_id, words) SELECT id, to_tsvector('simple', subject) FROM messages ON CONFLICT DO NOTHING"

/** Much mail for the reader, in the index of search as upkeep leaves it. */
async function fillMail({ address }: OwnServer): Promise<void> {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  const { rows } = await client.query('SELECT max(id) AS agents FROM watchpost.agents')
  const agents = Number(rows[0].agents) - 3
  await client.query(`${worldSql(messages, { reader: 'bob', age, agents })} ${indexedSql}`)
  await client.end()
  const store = await openPostgresStore(address, { create: false })
  while (await store.messages.index());
  await store.close()
}
