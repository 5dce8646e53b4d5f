import type { Stats } from 'node:fs'
import { MailError } from '../domain/errors.ts'
import { trySmallFile, whyForeign } from '../small-file.ts'

/** The file of a store, and the fact in its database, that hold the ids under which it is trusted. */
export const trustFile = 'trust'
export const trustFact = 'trust' as const
/** The mark of the first release: device and inode of the folder. */
const oldMark = 'here'

/**
 * Whether a store that was found upward is trusted here: it has an id that this user's state directory records too.
 * An id alone proves nothing, since it comes along with a clone or an archive of somebody else's folder.
 */
export type Trust = {
  /** `null` for a store of the first release that was used here: a person's command gives it an id. */
  readonly id: string | null
  /** The store was trusted as another folder: it was moved, copied or restored. */
  readonly moved: boolean
}

/** @throws MailError `not-allowed` for a store that is not trusted, or whose files have other names elsewhere */
export function requireTrust(store: string, folder: Stats, stateFolder: string): Trust {
  requireOwnFiles(store)
  for (const id of idsIn(trySmallFile(`${store}/${trustFile}`, 'store') ?? '')) {
    const record = trySmallFile(recordPath(stateFolder, id), 'person')
    if (record !== null) return { id, moved: !record.startsWith(`${folderKey(folder)}\n`) }
  }
  if (trySmallFile(`${store}/${oldMark}`, 'store') === `${folderKey(folder)}\n`)
    return { id: null, moved: false }
  throw untrusted(store)
}

export function untrusted(store: string): MailError {
  return new MailError(
    'not-allowed',
    `You have not trusted the store ${store}. It may have come with this project, and its mail would reach the prompts of your agents.`,
    `If it is yours, run \`watchpost trust\` here in a terminal (a person, not an agent), or choose it with --store PATH or WATCHPOST_STORE.`,
  )
}

export function idsIn(text: string): readonly string[] {
  return text.split('\n').filter((line) => /^[0-9a-f]{32}$/u.test(line))
}

export function recordPath(stateFolder: string, id: string): string {
  return `${stateFolder}/trusted/${id}`
}

export function folderKey({ dev, ino }: Stats): string {
  return `${dev}:${ino}`
}

const databaseFiles = ['mail.db', 'mail.db-wal', 'mail.db-shm', 'mail.db-journal']

/** The database's files must be in the folder itself: a link would make us read and write another store. */
export function requireOwnFiles(store: string): void {
  for (const name of databaseFiles) {
    const why = whyForeign(`${store}/${name}`)
    if (why === null) continue
    throw new MailError(
      'not-allowed',
      `${store}/${name} ${why}; a store that is found automatically must contain only its own files.`,
      'Replace it with a copy, or choose the store with --store PATH or WATCHPOST_STORE.',
    )
  }
}
