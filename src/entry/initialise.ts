import { mkdirSync, statSync } from 'node:fs'
import type { MailStore } from '../../store/mail-store.ts'
import { requireLocalFileSystem } from '../../store/sqlite/database/file-system.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts'
import { clockOf, type Environment, readSettings, systemUser } from '../config.ts'
import { requireSwarmName } from '../domain/addressing/address.ts'
import { isMailError, MailError, withHint } from '../domain/errors.ts'
import type { Initialised } from '../faces/cli/host.ts'
import { personName } from '../person.ts'
import { requireFolder, storeHere } from '../store-place/find-store.ts'
import { requireClock } from './admission.ts'
import { leaveIgnoreFile } from './ignore-file.ts'
import { adopt, requireTruster, trustedStores } from './trusting.ts'

type Wanted = {
  readonly flag: string | undefined
  readonly swarm: string | undefined
  /** A store for tests: `WATCHPOST_CLOCK` moves its clock. */
  readonly forTests: boolean
  readonly environment: Environment
}

/** Creates the store, in this folder unless another is named, and registers its person. Safe to repeat. */
export async function initialise(wanted: Wanted): Promise<Initialised> {
  const { flag, swarm, forTests, environment } = wanted
  if (swarm !== undefined) requireSwarmName(swarm)
  const place = storeHere(flag, environment)
  if (place.door?.type === 'postgres') return initialiseServer(place.door.url, wanted)
  const { location, trust } = requireFolder(place, '`watchpost init`')
  if (trust?.id === null) await requireTruster(location, environment)
  const { store, created } = await openOrCreate(location, wanted)
  const isForTests = await requireKind(store, forTests)
  if (created || trust?.id === null) await adopt(store.facts, location, environment)
  const known = await requireSwarm(store, swarm)
  const person = await registerPerson(store, clockOf(environment, store)())
  const trusted = trustedStores(environment).some(({ store, found }) => found && store === location)
  return { store: store.location, swarm: swarm ?? known, created, person, trusted, forTests: isForTests }
}

/** The same in a database of a server: nobody found it upward, so there is nothing to trust. */
async function initialiseServer(
  named: string,
  { swarm, forTests, environment }: Wanted,
): Promise<Initialised> {
  const { openPostgresStore } = await import('../../store/postgres/postgres-store.ts')
  const { withService } = await import('./service-address.ts')
  const url = withService(named)
  const found = await openPostgresStore(url, { create: false }).catch((error: unknown) => {
    if (isMailError(error) && error.code === 'no-store') return null
    throw error
  })
  const store = found ?? (await openPostgresStore(url, { create: true, swarm, forTests }))
  try {
    if (!forTests) await requireClock(found === null ? null : store.facts, store.location, environment)
    const isForTests = await requireKind(store, forTests)
    const known = await requireSwarm(store, swarm)
    const person = await registerPerson(store, clockOf(environment, store)())
    return {
      store: store.location,
      swarm: swarm ?? known,
      created: found === null,
      person,
      trusted: false,
      forTests: isForTests,
    }
  } finally {
    await store.close()
  }
}

/** A store is for tests from its beginning or never: by a clock that may be moved, an agent could expire everybody's mail. */
async function requireKind({ facts, location }: MailStore, forTests: boolean): Promise<boolean> {
  const isForTests = await facts.isForTests()
  if (!forTests || isForTests) return isForTests
  throw new MailError(
    'conflict',
    `The store ${location} exists and is not for tests; it cannot become so.`,
    'Create another store with --store PATH.',
  )
}

/** Answers the swarm that the store belonged to. */
async function requireSwarm(
  { facts, location }: MailStore,
  swarm: string | undefined,
): Promise<string | null> {
  const known = await facts.swarm()
  if (swarm !== undefined && known !== null && known !== swarm)
    throw new MailError(
      'conflict',
      `The store ${location} belongs to the swarm ${known}, not ${swarm}.`,
      'Create another store with --store PATH.',
    )
  if (swarm !== undefined && known === null) await facts.setSwarm(swarm)
  return known
}

async function openOrCreate(
  location: string,
  { environment, swarm, forTests }: Wanted,
): Promise<{ readonly store: MailStore; readonly created: boolean }> {
  const { durability, allowNetworkFilesystem } = await readSettings(location, environment)
  const how = { durability, allowNetworkFilesystem }
  try {
    const store = await openSqliteStore(location, { ...how, create: false })
    await requireClock(store.facts, location, environment)
    return { store, created: false }
  } catch (error) {
    if (!isMailError(error)) throw error
    // A new store over what is left of an old one would hide that mail for good.
    if (error.code === 'damaged')
      throw new MailError(
        'conflict',
        withHint({ message: error.message, hint: 'Nothing was created.' }),
        error.hint,
      )
    if (error.code !== 'no-store') throw error
  }
  if (statSync(location, { throwIfNoEntry: false })?.isFile())
    throw new MailError(
      'usage',
      `${location} is a file; a store must be a folder.`,
      'Choose a folder with --store.',
    )
  if (!forTests) await requireClock(null, location, environment)
  if (!allowNetworkFilesystem) requireLocalFileSystem(location, location)
  mkdirSync(location, { recursive: true, mode: 0o700 })
  leaveIgnoreFile(location)
  const store = await openSqliteStore(location, {
    ...how,
    create: true,
    forTests,
    ...(swarm === undefined ? {} : { swarm }),
  })
  return { store, created: true }
}

async function registerPerson({ roster }: MailStore, now: number): Promise<string> {
  const name = personName(await systemUser())
  if ((await roster.find(name)) !== null) return name
  const doer = { actor: name, principal: null, session: null, command: 'init' }
  const { agent } = await roster.register({ address: name, longForm: null, kind: 'user' }, doer, now)
  return agent.address
}
