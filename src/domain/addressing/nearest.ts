/**
 * How many single edits (a swap of neighbours counts one) turn one word into the other. Beyond `most` the answer is
 * some greater number: long lists of names are compared on the way to an error message.
 */
export function editDistance(a: string, b: string, most = Number.POSITIVE_INFINITY): number {
  return comparer(a.toLowerCase())(spell(b.toLowerCase(), newSpelling()), 0, most)
}

/** The characters of a word; kept from one word to the next, so that thousands of names make no garbage. */
type Spelling = { codes: Int32Array; length: number; lastPart: number }

const usualLength = 100
const slash = 0x2f

function newSpelling(): Spelling {
  return { codes: new Int32Array(usualLength), length: 0, lastPart: 0 }
}

function spell(word: string, into: Spelling): Spelling {
  if (word.length > into.codes.length) into.codes = new Int32Array(word.length)
  const { codes } = into
  let length = 0
  let lastPart = 0
  for (let at = 0; at < word.length; at += 1) {
    let code = word.charCodeAt(at)
    if (code >= 0xd800 && code < 0xdc00) {
      code = word.codePointAt(at) ?? 0
      if (code > 0xffff) at += 1
    }
    codes[length] = code
    length += 1
    if (code === slash) lastPart = length
  }
  into.length = length
  into.lastPart = lastPart
  return into
}

/** Characters are counted by their last bits: enough to rule out nearly all words that have others. */
const bins = 64
const far = Number.POSITIVE_INFINITY

/** The distance of one word to many others, from a place in them to their end. All are in lower case. */
function comparer(wanted: string): (other: Spelling, from: number, most: number) => number {
  const { codes, length } = spell(wanted, newSpelling())
  const one = codes.slice(0, length)
  const left = new Int16Array(bins)
  for (const code of one) left[code % bins] = (left[code % bins] ?? 0) + 1
  let rows = rowsFor(usualLength)

  return (other, from, most) => {
    if (Math.abs(other.length - from - length) > most || leastDistance(one, other, from, left) > most)
      return far
    if (other.length >= rows[0].length) rows = rowsFor(other.length)
    return distanceWithin(one, other.codes.subarray(from, other.length), most, rows)
  }
}

/**
 * One edit takes away, adds or replaces one character at most: no fewer edits can do. `left`: how often each character
 * is in the first; it is the same again afterwards.
 */
function leastDistance(one: Int32Array, { codes, length }: Spelling, from: number, left: Int16Array): number {
  let added = 0
  for (let at = from; at < length; at += 1) {
    const bin = (codes[at] ?? 0) % bins
    const count = (left[bin] ?? 0) - 1
    left[bin] = count
    if (count < 0) added += 1
  }
  for (let at = from; at < length; at += 1) {
    const bin = (codes[at] ?? 0) % bins
    left[bin] = (left[bin] ?? 0) + 1
  }
  return Math.max(added, one.length - (length - from) + added)
}

type Rows = readonly [Float64Array, Float64Array, Float64Array]

function rowsFor(length: number): Rows {
  return [new Float64Array(length + 1), new Float64Array(length + 1), new Float64Array(length + 1)]
}

/** Row by row, without the ends that they share; only so far from the diagonal as `most` edits can lead. */
function distanceWithin(one: Int32Array, other: Int32Array, most: number, rows: Rows): number {
  const shorter = Math.min(one.length, other.length)
  let start = 0
  while (start < shorter && one[start] === other[start]) start += 1
  let end = 0
  while (end < shorter - start && one[one.length - 1 - end] === other[other.length - 1 - end]) end += 1
  const [height, width] = [one.length - start - end, other.length - start - end]
  const band = Math.floor(Math.min(most, Math.max(height, width)))
  let [beforeLast, last, current] = rows
  for (let column = 0; column <= width; column += 1) last[column] = column <= band ? column : far
  let leastBefore = 0
  for (let row = 1; row <= height; row += 1) {
    const [first, final] = [Math.max(1, row - band), Math.min(width, row + band)]
    current[first - 1] = first === 1 && row <= band ? row : far
    let least = current[first - 1] ?? far
    const code = one[start + row - 1]
    for (let column = first; column <= final; column += 1) {
      const same = code === other[start + column - 1]
      let best = (last[column - 1] ?? far) + (same ? 0 : 1)
      best = Math.min(best, (last[column] ?? far) + 1, (current[column - 1] ?? far) + 1)
      const swapped =
        row > 1 &&
        column > 1 &&
        code === other[start + column - 2] &&
        one[start + row - 2] === other[start + column - 1]
      if (swapped) best = Math.min(best, (beforeLast[column - 2] ?? far) + 1)
      current[column] = best
      if (best < least) least = best
    }
    if (final < width) current[final + 1] = far
    // A swap reaches back two rows, so both must be beyond the limit.
    if (least > most && leastBefore > most) return far
    leastBefore = least
    ;[beforeLast, last, current] = [last, current, beforeLast]
  }
  return last[width] ?? far
}

type Scored = { readonly name: string; readonly score: number }

/** The likeliest names behind a misspelled one, best first: close spellings, and names that contain it. */
export function nearestNames(wanted: string, names: readonly string[], most = 3): readonly string[] {
  const scoreOf = scorer(wanted)
  const best: Scored[] = []
  let limit = Math.max(2, Math.floor(wanted.length / 3))
  for (const name of names) {
    const score = scoreOf(name, limit)
    if (score > limit || best.some((one) => one.name === name)) continue
    const before = best.findIndex((one) => score < one.score || (score === one.score && name < one.name))
    best.splice(before === -1 ? best.length : before, 0, { name, score })
    if (best.length > most) best.pop()
    // Among many names only those that are as near as the best ones are looked at closely.
    if (best.length === most) limit = best.at(-1)?.score ?? limit
  }
  return best.map(({ name }) => name)
}

/** How far a name is from the wanted one; beyond `limit` some greater number. */
function scorer(wanted: string): (name: string, limit: number) => number {
  const lower = wanted.toLowerCase()
  const path = withoutSlash(lower)
  const [whole, ending] = [comparer(lower), comparer(path.slice(path.lastIndexOf('/') + 1))]
  const spelling = newSpelling()
  return (name, limit) => {
    const other = name.toLowerCase()
    const contained = lower.length >= 3 && other.includes(lower) ? 1 : far
    const score = Math.min(contained, whole(spell(other, spelling), 0, limit))
    const part = other.endsWith('/') ? spell(withoutSlash(other), spelling) : spelling
    return Math.min(score, ending(part, part.lastPart, limit - 0.5) + 0.5)
  }
}

function withoutSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path
}
