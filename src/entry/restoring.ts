import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { MailStore } from '../../store/mail-store.ts'
import { type Restored, restoreBackup } from '../../store/sqlite/restoring/restore-backup.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts'
import { clockOf, type Environment, pathFrom, readSettings } from '../config.ts'
import { requireProvenPerson } from '../services/proven-person.ts'
import { findStore, requireFolder } from '../store-place/find-store.ts'
import { trustFile } from '../store-place/trust.ts'
import { agentSession } from './agent-session.ts'
import { openSurroundings } from './surroundings.ts'
import { adopt } from './trusting.ts'

type Wanted = {
  readonly flag: string | undefined
  readonly file: string
  readonly environment: Environment
}

/** `watchpost backup restore`: the decision of a person that a store's mail is what a backup has. */
export async function restore({ flag, file, environment }: Wanted): Promise<Restored> {
  const { location } = requireFolder(findStore(flag, environment), '`watchpost backup restore`')
  const { allowNetworkFilesystem } = await readSettings(location, environment)
  const open = () =>
    openSqliteStore(location, { create: false, durability: 'normal', allowNetworkFilesystem })
  await requirePerson(open, location, environment)
  const stamp = new Date(clockOf(environment, Date)())
    .toISOString()
    .replace(/[-:]/gu, '')
    .replace(/\.\d+/u, '')
  const restored = await restoreBackup(location, pathFrom(environment, file), {
    stamp,
    allowNetworkFilesystem,
  })
  // The backup does not know who trusts the store by now.
  if (existsSync(join(location, trustFile))) {
    const store = await open()
    try {
      await adopt(store.facts, location, environment)
    } finally {
      await store.close()
    }
  }
  return restored
}

/** A store that cannot be opened has no say in who asks. */
async function requirePerson(
  open: () => Promise<MailStore>,
  location: string,
  environment: Environment,
): Promise<void> {
  const store = await open().catch(() => null)
  try {
    const identity = openSurroundings(environment, agentSession(environment))(store)
    const settings = await readSettings(null, environment)
    await requireProvenPerson({ identity, settings }, `restore the store ${location}`)
  } finally {
    await store?.close()
  }
}
