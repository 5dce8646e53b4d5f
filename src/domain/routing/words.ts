import { comparedCharacters, type WordCount } from '../query/likeness.ts'
import { wordsOf } from '../query/words.ts'

/** Words of a message that earlier mail is looked through for. */
const mostWords = 24
/** Of those, as many as earlier mail is compared by. */
const mostCompared = 12
/** The rarest words are taken until this many messages have one of them: a longer list would be a long walk. */
const mostBearers = 20_000

/** Common in any mail; the index would say so too, but each costs a look. */
const common = new Set(
  'the and for with from that this into not are was has have had you your please can will should when what then than them they our out all any but its about after before there here who how why also just'.split(
    ' ',
  ),
)

export type Told = {
  readonly subject: string
  readonly body: string
  readonly tags: readonly string[]
}

/** The words that say what a message is about: those of its subject first, then of its tags and its body. */
export function tellingWords({ subject, body, tags }: Told): readonly string[] {
  const all = [subject, tags.join(' '), body.slice(0, comparedCharacters)].flatMap(wordsOf)
  return [...new Set(all.filter(tells))].slice(0, mostWords)
}

function tells(word: string): boolean {
  if (word.length > 40 || common.has(word)) return false
  return word.length > 2 || /[^\p{Script=Latin}\p{N}]/u.test(word)
}

/** The words to compare by: those that occur, the rarest first; equal ones as they were written. */
export function rarest(words: readonly WordCount[]): readonly WordCount[] {
  const found = words.filter((one) => one.in > 0).toSorted((one, other) => one.in - other.in)
  let bearers = 0
  return found.slice(0, mostCompared).filter((one, at) => {
    bearers += one.in
    return at === 0 || bearers <= mostBearers
  })
}
