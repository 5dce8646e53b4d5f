import type { Skipped } from '../../formats/gather.ts'

/** Reports malformed input once, after it has been malformed for a while. */
export function openDoubts(rounds: number) {
  const counts = new Map<string, number>()
  const told = new Set<string>()
  const doubtful = new Set<string>()
  return {
    has: (path: string) => doubtful.has(path),
    settle(
      read: ReadonlySet<string>,
      skipped: readonly Skipped[],
      mayChange: (one: Skipped) => boolean,
    ): readonly Skipped[] {
      for (const path of read) doubtful.delete(path)
      return skipped.filter((one) => {
        const { where, why } = one
        const key = `${where} ${why}`
        if (told.has(key)) return false
        if (!mayChange(one)) {
          told.add(key)
          return true
        }
        const count = (counts.get(key) ?? 0) + 1
        counts.set(key, count)
        if (count >= rounds) told.add(key)
        else for (const path of read) if (where.startsWith(path)) doubtful.add(path)
        return count >= rounds
      })
    },
  }
}
