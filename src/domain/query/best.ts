import { comparedCharacters, likenesses, subjectWeight } from './likeness.ts'
import type { Term } from './term.ts'
import { timesIn, wordsOf } from './words.ts'

export type WantedText = Pick<Extract<Term, { readonly type: 'text' }>, 'text' | 'within' | 'prefix'>
type Hit = { readonly id: number; readonly subject: string; readonly body: string }

/**
 * The hits of a search, the best first: those that have the wanted texts more often, in the subject rather than in the body, and in fewer
 * words. Equal ones newest first.
 */
export function bestFirst(wanted: readonly WantedText[], hits: readonly Hit[]): readonly number[] {
  const phrases = wanted.map((text) => ({ ...text, words: wordsOf(text.text) }))
  const compared = hits.map(({ id: message, subject, body }) => {
    const [above, below] = [wordsOf(subject), wordsOf(body.slice(0, comparedCharacters))]
    const counts = phrases.map(({ words, within, prefix }) => {
      const inSubject = within === 'body' ? 0 : timesIn(above, words, prefix)
      return inSubject * subjectWeight + (within === 'subject' ? 0 : timesIn(below, words, prefix))
    })
    return { message, length: above.length + below.length, counts }
  })
  const bearers = phrases.map(({ text: word }, at) => ({
    word,
    in: compared.filter(({ counts }) => (counts[at] ?? 0) > 0).length,
  }))
  const scores = likenesses(hits.length, bearers, compared)
  const scoreOf = (id: number) => scores.get(id) ?? 0
  return hits.map(({ id }) => id).sort((one, other) => scoreOf(other) - scoreOf(one) || other - one)
}
