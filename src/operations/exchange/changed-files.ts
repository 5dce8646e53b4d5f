import type { Format } from '../../formats/format.ts'
import type { Folder, LinePlace } from './folder.ts'
import type { TakenIn } from './take-in.ts'

/** Which files of a folder are to be read, and from where on. */
export function openChangedFiles(format: Format, folder: Folder, isDoubtful: (path: string) => boolean) {
  const stamps = new Map<string, string>()
  const places = new Map<string, LinePlace>()
  /** With mail for a name that meant nobody, or several: read again when the roster changes. */
  const unaddressed = new Set<string>()
  /** With mail that has no room yet: read again when the store changes. */
  const waiting = new Set<string>()
  const inodeOf = (stamp: string | undefined) => stamp?.split(':')[0]

  return {
    places,
    /** Those that are not as they were, or hold what was in doubt. A shorter file is another one. */
    since(storeChanged: boolean): ReadonlySet<string> {
      const changed = new Set<string>()
      for (const { path, size, stamp } of folder.list().files) {
        const isDue = isDoubtful(path) || (storeChanged && waiting.has(path))
        if (format.partOf(path) === null || (stamps.get(path) === stamp && !isDue)) continue
        // Any line may have another state now.
        if (format.states !== undefined) places.delete(path)
        const place = places.get(path)
        if (place !== undefined && (size < place.offset || inodeOf(stamps.get(path)) !== inodeOf(stamp)))
          places.delete(path)
        stamps.set(path, stamp)
        changed.add(path)
      }
      return changed
    },
    note(read: ReadonlySet<string>, taken: TakenIn): void {
      for (const path of read) {
        const holds = (list: readonly string[]) => list.some((where) => where.startsWith(path))
        if (holds(taken.unaddressed)) unaddressed.add(path)
        if (holds(taken.waiting)) waiting.add(path)
        else waiting.delete(path)
      }
    },
    rosterChanged(): void {
      for (const path of unaddressed) {
        stamps.delete(path)
        places.delete(path)
      }
      unaddressed.clear()
    },
  }
}
