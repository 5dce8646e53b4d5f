import { pause } from '../../../src/after.ts'
import type { BackupStore } from '../../mail-store.ts'
import { makeFile } from '../../shared/new-file.ts'
import { openSealing } from '../../sql/upkeep/sealing.ts'
import { inTurn } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'
import { withPatience } from '../database/pool.ts'
import { shared } from '../engine/shared.ts'

/** A backup is a store in one SQLite file, as that of a folder is. */
export function openBackups(connection: Connection): BackupStore {
  const { pool, location, clock } = connection
  const seal = openSealing(shared(connection))
  return {
    async make(file, replace) {
      await sealAll(seal, clock)
      const { writeWhole } = await import('./backup-whole.ts')
      return makeFile({ file, replace, own: null }, async (draft) =>
        withPatience(pool, (patient) => writeWhole(patient, { location, draft, now: clock.now() })),
      )
    },
  }
}

const [mostRows, mostWaits, briefly] = [500, 10, 20]

/** As far as changes that are under way allow: a backup tells what is left. */
async function sealAll(seal: ReturnType<typeof openSealing>, { now }: Connection['clock']): Promise<void> {
  for (let waits = 0; waits < mostWaits; ) {
    const sealed = await inTurn(seal(mostRows, now()))
    if (sealed === 'done') return
    if (sealed === 'more') continue
    waits += 1
    await pause(briefly)
  }
}
