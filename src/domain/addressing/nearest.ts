/**
 * How many single edits (a swap of neighbours counts one) turn one word into the other. Beyond `most` the answer is
 * some greater number: long lists of names are compared on the way to an error message.
 */
export function editDistance(a: string, b: string, most = Number.POSITIVE_INFINITY): number {
  if (Math.abs(a.length - b.length) > 2 * most) return Number.POSITIVE_INFINITY
  const [from, to] = [[...a.toLowerCase()], [...b.toLowerCase()]]
  let beforeLast: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1]
      let best = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      )
      const swapped =
        row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      if (swapped) best = Math.min(best, (beforeLast[column - 2] ?? 0) + 1)
      current.push(best)
    }
    // A swap reaches back two rows, so both must be beyond the limit.
    if (Math.min(...current) > most && Math.min(...last) > most) return Number.POSITIVE_INFINITY
    beforeLast = last
    last = current
  }
  return last[to.length] ?? 0
}

/** The likeliest names behind a misspelled one, best first: close spellings, and names that contain it. */
export function nearestNames(wanted: string, names: readonly string[], most = 3): readonly string[] {
  const limit = Math.max(2, Math.floor(wanted.length / 3))
  const lower = wanted.toLowerCase()
  const lastPart = (name: string) => name.replace(/\/$/u, '').split('/').at(-1) ?? name
  const scored = names.map((name) => {
    const distance = Math.min(
      editDistance(wanted, name, limit),
      editDistance(lastPart(wanted), lastPart(name), limit) + 0.5,
    )
    const contains = lower.length >= 3 && name.toLowerCase().includes(lower)
    return { name, score: contains ? Math.min(distance, 1) : distance }
  })
  return scored
    .filter(({ score }) => score <= limit)
    .sort((a, b) => a.score - b.score || (a.name < b.name ? -1 : 1))
    .slice(0, most)
    .map(({ name }) => name)
}
