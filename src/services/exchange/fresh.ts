import type { Entry } from './documents.ts'

/** Long enough, in ms, for a program that read a document before our entry was written to put its own version in place. */
const writing = 5000

/** A reader that removes an entry at once, and says nothing of it, gets it again this often, with the same id. */
const most = 4

/**
 * Entries that were written a moment ago. Another program may put back a document as it was before they came; then
 * they are written again. Later, what is gone was taken out; so was, at any time, what its reader has put elsewhere.
 */
export function openFresh(now: () => number = () => performance.now()) {
  const fresh = new Map<string, Map<string, Fresh>>()
  return {
    wrote(path: string, entries: readonly Entry[]): void {
      const known = fresh.get(path) ?? new Map<string, Fresh>()
      for (const entry of entries)
        if (!known.has(entry.key)) known.set(entry.key, { entry, at: now(), losses: 0 })
      fresh.set(path, known)
    },
    /** Its reader has put an entry of this document elsewhere. */
    took(path: string, key: string): void {
      fresh.get(path)?.delete(key)
    },
    /** Those that a document lost. */
    lost(path: string, there: ReadonlySet<string>): readonly Entry[] {
      const known = fresh.get(path) ?? new Map<string, Fresh>()
      const found: Entry[] = []
      for (const [key, one] of known) {
        if (now() - one.at > writing || one.losses >= most) known.delete(key)
        else if (!there.has(key)) {
          found.push(one.entry)
          known.set(key, { ...one, losses: one.losses + 1 })
        }
      }
      return found
    },
  }
}

type Fresh = { readonly entry: Entry; readonly at: number; readonly losses: number }
