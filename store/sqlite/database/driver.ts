import { createRequire } from 'node:module'
import type Stock from 'better-sqlite3'
import { isMailError, MailError } from '../../../src/domain/errors.ts'

/** An open database file: the few calls that the store makes of better-sqlite3. */
export type Database = Pick<
  Stock.Database,
  | 'prepare'
  | 'backup'
  | 'function'
  | 'transaction'
  | 'pragma'
  | 'exec'
  | 'close'
  | 'name'
  | 'open'
  | 'inTransaction'
  | 'readonly'
  | 'unsafeMode'
>
export type Statement = Stock.Statement<unknown[], unknown>

type Options = { readonly timeout?: number; readonly readonly?: boolean }
type Open = (file: string, options: Options) => Database

/** Packages are found from here, in the sources and where the program is installed. */
const near = createRequire(import.meta.filename)
const nativePart = 'better-sqlite3/build/Release/better_sqlite3.node'

let chosen: Open | undefined

/**
 * Opens a database file with the driver for this Node.
 * @throws MailError `no-driver`
 */
export function openFile(file: string, options: Options = {}): Database {
  chosen ??= choose()
  try {
    return chosen(file, options)
  } catch (error) {
    throw isMissing(error) ? noDriver(error) : error
  }
}

/** Before anything is created for a database that could not be opened. @throws MailError `no-driver` */
export function requireDriver(): void {
  chosen ??= choose()
}

/**
 * better-sqlite3 13 brings its native part for every platform and needs Node 22.14; on Node 20 it ends the process. Version
 * 12 serves Node 20, and newer ones where 13 was not installed. npm leaves out either without a word where it cannot install it.
 */
function choose(): Open {
  const Newer = needsNoBuild() ? attempt(() => near('better-sqlite3-napi') as typeof Stock) : null
  if (Newer !== null) return (file, options) => new Newer(file, options)
  const Older = attempt(() => near('better-sqlite3') as typeof Stock)
  if (Older === null) throw noDriver(new Error('better-sqlite3 is not installed'))
  // The path saves the search for the native part, which takes longer than opening a file.
  const nativeBinding = attempt(() => near.resolve(nativePart))
  if (nativeBinding === null) throw noDriver(new Error('better-sqlite3 is installed without its native part'))
  return (file, options) => new Older(file, { ...options, nativeBinding })
}

function needsNoBuild(): boolean {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  return major > 22 || (major === 22 && minor >= 14)
}

function attempt<T>(load: () => T): T | null {
  try {
    return load()
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** Not there, or made for another Node or another machine. */
function isMissing(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : null
  return code === 'MODULE_NOT_FOUND' || code === 'ERR_DLOPEN_FAILED'
}

function noDriver(cause: unknown): MailError {
  if (isMailError(cause)) return cause
  const why = cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : String(cause)
  return new MailError(
    'no-driver',
    `The SQLite driver cannot be loaded by Node ${process.version}: ${why}. The store itself is not affected.`,
    mend(near.resolve.paths('better-sqlite3')?.[0] ?? ''),
  )
}

/** The command that installs the driver, for the package manager that installed us. */
function mend(folder: string): string {
  if (folder.includes('/.bun/')) return 'Run `bun pm -g trust better-sqlite3`.'
  if (folder.includes('/pnpm/')) return 'Run `pnpm approve-builds -g` and choose better-sqlite3.'
  if (needsNoBuild())
    return 'Install it again with its optional packages: `npm install -g watchpost --include=optional`.'
  return 'Use Node 22.14 or newer, which needs no build. Or install a C++ compiler, make and Python, then run `npm install -g watchpost --allow-scripts=better-sqlite3` again.'
}
