import { countedCommands, openCountedCommands, opening } from '../../../test/support/counted-commands.ts'
import { type OwnServer, startOwn } from '../../../test/support/postgres-server.ts'
import { atMost, type Figure, whole } from './measure.ts'

/** Round trips to a server, counted on the wire, of whole commands in a store with 40 agents. Left out where no server starts. */
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
    counted.fill(4, 40)
    const figures: Figure[] = []
    for (const [words, limit] of countedCommands) {
      const { ways } = await counted.leastWaysOf(words, limit)
      const what = `PostgreSQL: round trips of \`${words}\` as a whole process, beside ${opening} for the connection`
      figures.push(atMost(what, ways, limit, whole))
    }
    counted.close()
    return figures
  } finally {
    await server.stop()
  }
}
