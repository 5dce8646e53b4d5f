import { wordsOf } from './words.ts'

/** Text after this point says little about the subject of a body. */
export const comparedCharacters = 4_000

/** How many messages have a word. */
export type WordCount = { readonly word: string; readonly in: number }

/** An earlier message as it is compared: its length in words, and how often it has each of the compared words. */
export type Compared = {
  readonly message: number
  readonly length: number
  readonly counts: readonly number[]
}

/** A word of the subject weighs as much as this many of the body. */
export const subjectWeight = 4
/** The usual constants of BM25. */
const [k, b] = [1.2, 0.75]

export function comparedBy(
  message: number,
  { subject, body }: { readonly subject: string; readonly body: string },
  words: readonly WordCount[],
): Compared {
  const counts = new Map(words.map(({ word }) => [word, 0]))
  const count = (said: readonly string[], weight: number) => {
    for (const word of said) {
      const known = counts.get(word)
      if (known !== undefined) counts.set(word, known + weight)
    }
    return said.length
  }
  const length = count(wordsOf(subject), subjectWeight) + count(wordsOf(body.slice(0, comparedCharacters)), 1)
  return { message, length, counts: words.map(({ word }) => counts.get(word) ?? 0) }
}

/**
 * How well each message has the compared words, from 0 to 1: its BM25 score as a part of the highest that the compared
 * words can reach. `documents`: among how many messages the words were counted.
 */
export function likenesses(
  documents: number,
  words: readonly WordCount[],
  earlier: readonly Compared[],
): ReadonlyMap<number, number> {
  const weights = words.map((one) => {
    const bearers = Math.min(one.in, documents)
    return Math.log(1 + (documents - bearers + 0.5) / (bearers + 0.5))
  })
  const whole = weights.reduce((sum, weight) => sum + weight, 0) * (k + 1)
  const total = earlier.reduce((sum, { length }) => sum + length, 0)
  const average = Math.max(1, total / Math.max(1, earlier.length))
  return new Map(
    earlier.map(({ message, length, counts }) => {
      const score = weights.reduce((sum, weight, at) => {
        const count = counts[at] ?? 0
        return sum + (weight * count * (k + 1)) / (count + k * (1 - b + (b * length) / average))
      }, 0)
      return [message, whole === 0 ? 0 : score / whole]
    }),
  )
}
