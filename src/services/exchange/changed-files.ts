import { isMailError } from '../../domain/errors.ts'
import type { Format, Part } from '../../formats/format.ts'
import type { Folder, FolderEntry } from './folder.ts'
import type { KnownFiles, Likeness } from './known-files.ts'
import type { TakenIn } from './take-in.ts'

/** Which files of a folder are to be read, and from where on. */
export function openChangedFiles(
  format: Format,
  folder: Folder,
  known: KnownFiles,
  isDoubtful: (path: string) => boolean,
) {
  const { entries, places } = known
  /** With mail for a name that meant nobody, or several: read again when the roster changes. */
  const unaddressed = new Set<string>()
  /** With mail that has no room yet: read again when the store changes. */
  const waiting = new Set<string>()
  /** To be read whole, changed or not. */
  const due = new Set<string>()
  /** Files that nobody has read before, and files that changed other than by more lines. */
  const [fresh, altered] = [new Set<string>(), new Set<string>()]
  let isFirst = true

  /** @param before the file as it was when it was last listed */
  function likenessOf(entry: FolderEntry, before: FolderEntry | undefined, { shape }: Part): Likeness {
    const place = places.get(entry.path)
    const isFollowed = before !== undefined && place !== undefined && known.isFollowed(entry.path)
    const isAppendedTo = shape === 'lines' && format.states === undefined
    // While this process watches, nobody changes the lines of a file that is only appended to and is still the same one.
    if (isFollowed && isAppendedTo && entry.size >= place.offset && inodeOf(entry) === inodeOf(before))
      return 'longer'
    try {
      return known.compare(entry)
    } catch (error) {
      if (isMailError(error)) return 'other'
      throw error
    }
  }

  /** Whether a file is to be read. */
  function look(entry: FolderEntry, part: Part, isDue: boolean): boolean {
    const { path } = entry
    const before = entries.get(path)
    entries.set(path, entry)
    const likeness = before?.stamp === entry.stamp ? 'same' : likenessOf(entry, before, part)
    if (likeness === 'new') fresh.add(path)
    if (likeness === 'other' && known.files.get(path)?.isRoster !== true) altered.add(path)
    if (isDue || likeness === 'new' || likeness === 'other') places.delete(path)
    if (before !== undefined) return isDue || likeness !== 'same'
    const file = known.files.get(path)
    const isTaken = file?.isTaken === true
    if (isTaken && file.place !== null && likeness !== 'other') places.set(path, file.place)
    return !isTaken || likeness !== 'same'
  }

  return {
    /** Those that are not as they were, or hold what was in doubt. */
    since(storeChanged: boolean): { readonly changed: ReadonlySet<string>; readonly isLeft: boolean } {
      const changed = new Set<string>()
      fresh.clear()
      altered.clear()
      const { files } = folder.list()
      for (const entry of files) {
        const { path } = entry
        const part = format.partOf(path)
        if (part === null) continue
        const isDoubted = isDoubtful(path) || (storeChanged && waiting.has(path))
        if (look(entry, part, due.has(path)) || isDoubted) changed.add(path)
      }
      due.clear()
      const gone = isFirst ? known.keepOnly(files) : []
      const isLeft = isFirst && gone.length === 0 && altered.size === 0
      isFirst = false
      return { changed, isLeft }
    },
    isFresh: (where: string) => pathIn(where, fresh) !== null,
    note(read: ReadonlySet<string>, taken: TakenIn, gaveAll: boolean): void {
      for (const path of read) waiting.delete(path)
      const put = (where: string, into: (path: string) => void) => {
        const path = pathIn(where, read)
        if (path !== null) into(path)
      }
      for (const where of taken.unaddressed) put(where, (path) => unaddressed.add(path))
      for (const where of taken.waiting) put(where, (path) => waiting.add(path))
      const left = [...taken.skipped.map(({ where }) => where), ...taken.unaddressed, ...taken.waiting]
      for (const where of left) put(where, (path) => known.leave(path))
      if (!gaveAll) for (const path of altered) known.spoil(path)
    },
    rosterChanged(): void {
      for (const path of unaddressed) due.add(path)
      unaddressed.clear()
    },
  }
}

function inodeOf({ stamp }: FolderEntry): string {
  return stamp.slice(0, stamp.indexOf(':'))
}

/** The file that a place is in, such as `a.jsonl:3` and `b.json[2]`. */
function pathIn(where: string, paths: ReadonlySet<string>): string | null {
  for (let end = where.length; end > 0; end = where.slice(0, end).search(/[:[ ][^:[ ]*$/u))
    if (paths.has(where.slice(0, end))) return where.slice(0, end)
  return null
}
