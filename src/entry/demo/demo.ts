import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqliteStore } from '../../../store/sqlite/sqlite-store.ts'
import { clockOf, type Environment } from '../../config.ts'
import { type Mailbox, openMailbox } from '../../mailbox.ts'
import { requireClock } from '../admission.ts'
import { seedDemoWorld } from './demo-world.ts'
import { seat } from './mailbox-context.ts'

/** The person who supervises the demo world. */
export const supervisor = 'lea'

export type Demo = {
  readonly open: (location: string) => Promise<number>
  /** Prints the inbox as text without a terminal. `null` if there is one. */
  readonly picture: ((mailbox: Mailbox) => Promise<void>) | null
  readonly environment: Environment
}

/** Opens the inbox on a seeded demo world in a temporary store, which is removed afterwards. */
export async function showDemo({ open, picture, environment }: Demo): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'watchpost-demo-'))
  try {
    const location = join(folder, 'store')
    const store = await openSqliteStore(location, {
      create: true,
      durability: 'normal',
      swarm: 'swarm_dev',
      forTests: true,
      allowNetworkFilesystem: true,
    })
    await requireClock(store.facts, location, environment)
    await seedDemoWorld(store, store.now())
    const now = clockOf(environment, store)
    if (picture !== null)
      await picture(openMailbox(await seat(store, supervisor, { swarm: 'swarm_dev', now })))
    await store.close()
    return picture === null ? await open(location) : 0
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
