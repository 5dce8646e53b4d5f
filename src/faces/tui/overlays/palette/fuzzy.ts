/** How well a text goes with what was typed, and where its letters stand. Higher is better. */
export type Match = { readonly score: number; readonly at: readonly number[] }

const boundary = /[\s/:_.#@-]/u

/**
 * The letters of `wanted` in their order somewhere in `text`, whatever their case; blanks part words that must all be
 * there, in any order. Beginnings of words and letters in a row count for more, long texts for less.
 */
export function fuzzyMatch(wanted: string, text: string): Match | null {
  const parts = wanted
    .toLowerCase()
    .split(/\s+/u)
    .filter((part) => part !== '')
  const lower = text.toLowerCase()
  let score = 0
  const at = new Set<number>()
  for (const part of parts) {
    const found = matchPart(part, lower)
    if (found === null) return null
    score += found.score
    for (const place of found.at) at.add(place)
  }
  return { score: score - text.length / 64, at: [...at].sort((one, other) => one - other) }
}

function matchPart(part: string, text: string): Match | null {
  const whole = wholeMatch(part, text)
  return whole ?? scattered(part, text)
}

/** The part in one piece, best at the beginning of a word. */
function wholeMatch(part: string, text: string): Match | null {
  let best = -1
  for (let place = text.indexOf(part); place >= 0; place = text.indexOf(part, place + 1)) {
    if (best < 0) best = place
    if (!begins(text, place)) continue
    best = place
    break
  }
  if (best < 0) return null
  const bonus = (best === 0 ? 12 : begins(text, best) ? 8 : 0) + (part.length === text.length ? 8 : 0)
  return { score: part.length * 4 + bonus, at: Array.from(part, (_, offset) => best + offset) }
}

/** Letter by letter, each taken at the beginning of a word where there is one. */
function scattered(part: string, text: string): Match | null {
  const at: number[] = []
  let score = 0
  let from = 0
  for (const letter of part) {
    const first = text.indexOf(letter, from)
    if (first < 0) return null
    const place = first === at.at(-1) ? first : beginning(letter, text, first)
    score += begins(text, place) ? 3 : place === (at.at(-1) ?? -2) + 1 ? 2 : 0
    at.push(place)
    from = place + 1
  }
  // Letters strewn over a sentence mean nothing.
  if (score < part.length) return null
  const strewn = (at.at(-1) ?? 0) - (at[0] ?? 0) + 1 - at.length
  return { score: score - strewn / 4, at }
}

function beginning(letter: string, text: string, first: number): number {
  for (let place = first; place >= 0; place = text.indexOf(letter, place + 1))
    if (begins(text, place)) return place
  return first
}

function begins(text: string, place: number): boolean {
  return place === 0 || boundary.test(text[place - 1] ?? '')
}
