import { wordsOf } from '../../../src/domain/query/words.ts'
import type { Document } from '../../sql/search/documents.ts'

export type { Document }

/** The server keeps no place beyond this one: words there are found, but not as parts of a phrase. */
const lastPlace = 16_383
/** A longer word is kept by its beginning. */
const longestWord = 500

/** The words of a text in their order, as the index has them. */
export function wordsIn(text: string): readonly string[] {
  return wordsOf(text).map((found) => found.slice(0, longestWord))
}

/**
 * A document as a tsvector: subject A, body B, facets C. Between subject and body a place is left free, so that no phrase
 * reaches from one into the other.
 */
export function vectorOf({ subject, body, facets }: Document): string {
  const places = new Map<string, string[]>()
  const add = (found: string, place: number, weight: 'A' | 'B' | 'C') => {
    const known = places.get(found)
    const one = `${Math.min(place, lastPlace)}${weight}`
    if (known === undefined) places.set(found, [one])
    else if (known.at(-1) !== one) known.push(one)
  }
  const subjectWords = wordsIn(subject)
  for (const [at, found] of subjectWords.entries()) add(found, at + 1, 'A')
  for (const [at, found] of wordsIn(body).entries()) add(found, subjectWords.length + at + 3, 'B')
  for (const found of facets.toLowerCase().split(' ')) add(found, lastPlace, 'C')
  return [...places].map(([found, at]) => `'${found}':${at.slice(0, 250).join(',')}`).join(' ')
}
