import { idOfRank } from '../../../src/domain/priority.ts'
import type { Foreseen } from '../../upkeep-store.ts'
import type { Connection } from '../database/connection.ts'
import { findExpired } from '../moving/expiring.ts'
import type { TextIndex } from '../search/text-index.ts'

/** As many finds as a rehearsal reports, in all. */
const most = 2_000

/** What a patrol would find to do, looked for without doing it. */
export async function foresee(connection: Connection, index: TextIndex, now: number): Promise<Foreseen> {
  return connection.read(async () => {
    const { due, kept } = await findExpired(connection, now, most)
    const expired = [...due.map(({ rank }) => idOfRank(rank)), ...kept.map(({ id }) => id)]
    return { expired, unindexed: await index.behind() }
  })
}
