import type { EventCursor, MessageCursor } from '../../../store/mail-store.ts'
import type { Format } from '../../formats/format.ts'
import type { Context } from '../context.ts'
import type { Folder } from './folder.ts'
import type { KnownFile, KnownFiles } from './known-files.ts'

/** What of the store a folder has: the mail, the changes and the debates up to these. */
export type Given = {
  readonly mail: MessageCursor
  readonly changes: EventCursor
  readonly debates: MessageCursor
}

/** While `sync` runs, what it did is saved this often, ms. An older checkpoint is as true, and only costs the next start more. */
const often = 5000

/** Another one where the same fields mean something else. */
const version = 1
const head = ''

type Head = { readonly version: number; readonly given: Given; readonly folders: readonly string[] }

/**
 * Where the last run of `sync` ended: the content of the files then, and what they had of the store. All of it is true of any
 * folder with the same content, so it holds for a folder that was moved, and after a crash at any point.
 */
export function openCheckpoint({ store }: Context, format: Format, folder: Pick<Folder, 'place'>) {
  const place = `${format.name} checkpoint ${folder.place}`
  let [saved, at] = ['', Number.NEGATIVE_INFINITY]

  async function read<T>(ids: readonly string[]): Promise<readonly T[]> {
    const texts = await store.exchange.synced(place, ids)
    return texts.flatMap((text) => (text === null ? [] : [JSON.parse(text) as T]))
  }

  return {
    /** What the folder has of the store, and into `files` what it contains; `null` if no run has ended. */
    async load(files: Map<string, KnownFile>): Promise<Given | null> {
      const [found] = await read<Head>([head])
      if (found?.version !== version) return null
      const names = found.folders.map((name) => `/${name}`)
      for (const [at, one] of (await read<Readonly<Record<string, KnownFile>>>(names)).entries()) {
        const name = found.folders[at] ?? ''
        for (const [file, known] of Object.entries(one))
          files.set(name === '' ? file : `${name}/${file}`, known)
      }
      saved = JSON.stringify(found)
      return found.given
    },
    async save(given: Given, { files, unsaved }: KnownFiles, isLast: boolean): Promise<void> {
      if (!isLast && performance.now() - at < often) return
      at = performance.now()
      const changed = new Map([...unsaved].map((path) => [folderOf(path), {} as Record<string, KnownFile>]))
      const folders = new Set<string>()
      for (const [path, known] of files) {
        const name = folderOf(path)
        folders.add(name)
        const rows = changed.get(name)
        if (rows !== undefined) rows[path.slice(name === '' ? 0 : name.length + 1)] = known
      }
      const now = JSON.stringify({ version, given, folders: [...folders].sort() } satisfies Head)
      if (changed.size === 0 && now === saved) return
      const rows = [...changed].map(([name, one]) => ({ id: `/${name}`, state: JSON.stringify(one) }))
      await store.exchange.noteSynced(place, [...rows, { id: head, state: now }])
      saved = now
      unsaved.clear()
    },
  }
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}
