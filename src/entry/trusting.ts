import { randomBytes } from 'node:crypto'
import { lstatSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { isatty } from 'node:tty'
import type { FactStore } from '../../store/mail-store.ts'
import { type Environment, readSettings } from '../config.ts'
import { sanitizeLine } from '../domain/sanitize.ts'
import { requireProvenPerson } from '../services/proven-person.ts'
import { trySmallFile } from '../small-file.ts'
import { folderKey, idsIn, recordPath, trustFact, trustFile } from '../store-place/trust.ts'
import { openSurroundings } from './surroundings.ts'

/** A store that several machines or containers share has an id for each of them. */
const mostIds = 16

type Around = Pick<Environment, 'stateFolder'>

/**
 * Records that this user trusts a store. Its database, its folder and the state directory hold the same id. Answers
 * whether that is new.
 */
export async function trustStore(
  facts: FactStore,
  location: string,
  { stateFolder }: Around,
): Promise<boolean> {
  const inFile = idsIn(trySmallFile(join(location, trustFile), 'store') ?? '')
  const inFacts = idsIn((await facts.remembered(trustFact)) ?? '')
  const known = inFile.find(
    (id) => inFacts.includes(id) && trySmallFile(recordPath(stateFolder, id), 'person') !== null,
  )
  if (known === undefined) {
    // An existing id may be known to the creator of the store.
    const id = randomBytes(16).toString('hex')
    const ids = [...new Set([...inFile, ...inFacts])].slice(1 - mostIds)
    const text = [...ids, id].map((one) => `${one}\n`).join('')
    await facts.remember(trustFact, text)
    forgetStore(location, { stateFolder })
    put(join(location, trustFile), text)
    record(stateFolder, id, location)
  } else record(stateFolder, known, location)
  rmSync(join(location, 'here'), { force: true })
  return known === undefined
}

function record(stateFolder: string, id: string, location: string): void {
  mkdirSync(join(stateFolder, 'trusted'), { recursive: true, mode: 0o700 })
  put(recordPath(stateFolder, id), `${folderKey(lstatSync(location))}\n${JSON.stringify(location)}\n`)
}

/**
 * Writes where a trusted store lies, for the list of stores: its folder was renamed, or an older version wrote no path. Whether it is
 * trusted stays as it is.
 */
export function keepPath(location: string, { stateFolder }: Around): void {
  try {
    const key = `${folderKey(lstatSync(location))}\n`
    for (const id of idsIn(trySmallFile(join(location, trustFile), 'store') ?? '')) {
      const known = trySmallFile(recordPath(stateFolder, id), 'person')
      if (known?.startsWith(key) !== true) continue
      const path = storeIn(known)
      if (path === null || !isFolder(path, key)) record(stateFolder, id, location)
    }
  } catch {
    // The list goes without it.
  }
}

function isFolder(path: string, key: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false })
  return found !== undefined && `${folderKey(found)}\n` === key
}

/** In one step, and in the place of a link that may be there. */
function put(path: string, text: string): void {
  const draft = `${path}.${process.pid}`
  rmSync(draft, { force: true })
  writeFileSync(draft, text, { flag: 'wx', mode: 0o600 })
  renameSync(draft, path)
}

/** The same for a store that works without it, too: where it cannot be recorded, that is said. */
export async function adopt(facts: FactStore, location: string, around: Around): Promise<void> {
  try {
    await trustStore(facts, location, around)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    warn(`cannot record that you trust ${location}: ${why}. Set WATCHPOST_STORE to its path instead.`)
  }
}

/**
 * A store that is not trusted yet has no say in who asks.
 * @throws MailError `not-allowed` unless a proven person runs this, or the person's own settings let agents act
 */
export async function requireTruster(location: string, environment: Environment): Promise<void> {
  const identity = openSurroundings(environment, async () => null)(null)
  const settings = await readSettings(null, environment)
  const instead = 'To use the store without trust, name it with --store PATH or WATCHPOST_STORE.'
  await requireProvenPerson({ identity, settings }, `trust the store ${location}`, instead)
}

export function warnOfMove(location: string): void {
  if (isatty(2))
    warn(
      `the store ${location} was moved, copied or restored since you trusted it. To trust it at its new location, run \`watchpost trust\`.`,
    )
}

function warn(text: string): void {
  writeSync(2, `watchpost: ${sanitizeLine(text)}\n`)
}

type TrustedStore = { readonly id: string; readonly store: string; readonly found: boolean }

/** All stores that are trusted here, and whether each is still where it was. */
export function trustedStores({ stateFolder }: Around): readonly TrustedStore[] {
  const folder = join(stateFolder, 'trusted')
  return namesIn(folder)
    .flatMap((id) => {
      const store = storeIn(trySmallFile(join(folder, id), 'person') ?? '')
      if (store === null) return []
      return [{ id, store, found: idsIn(trySmallFile(join(store, trustFile), 'store') ?? '').includes(id) }]
    })
    .sort((a, b) => (a.store < b.store ? -1 : 1))
}

function storeIn(record: string): string | null {
  try {
    const path: unknown = JSON.parse(record.split('\n')[1] ?? '')
    return typeof path === 'string' ? path : null
  } catch {
    return null
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => idsIn(name).length === 1)
  } catch {
    return []
  }
}

/** Forgets the ids of a store, and answers whether there were any. The store itself is left alone. */
export function forgetStore(location: string, around: Around): boolean {
  const ids = new Set(idsIn(trySmallFile(join(location, trustFile), 'store') ?? ''))
  const gone = trustedStores(around).filter(({ id, store }) => ids.has(id) || store === location)
  for (const { id } of gone) rmSync(recordPath(around.stateFolder, id), { force: true })
  return gone.length > 0
}
