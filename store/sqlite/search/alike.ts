import { comparedBy } from '../../../src/domain/routing/likeness.ts'
import { rarest, type WordCount } from '../../../src/domain/routing/words.ts'
import type { Alike, MessageStore } from '../../message-store.ts'
import { type Parts, take } from './matching.ts'
import { facet } from './search-facets.ts'
import { anyOf, quoted } from './search-plan.ts'
import { integer } from './text-index.ts'

/** Older mail is ignored: recent work shows best what an agent can do now. */
const span = 50_000
/** The number of messages with a frequent word is reckoned from this many of them. */
const mostCounted = 1_000
/** A longer list of recipients costs more than it leaves out. */
const mostRecipients = 64

/** Mail that has words in common with a new message, from the index and from what is not indexed yet. */
export function findAlike(parts: Parts, asked: Parameters<MessageStore['alike']>[0]): Alike {
  const newest = newestOf(parts)
  const above = Math.max(0, newest - span)
  const documents = newest - above
  const counted = asked.words.map((word) => ({ word, in: countOf(parts, word, above, newest) }))
  const words = rarest(counted)
  if (words.length === 0) return { documents, words, messages: [] }
  const ids = take(parts, questionOf(words, asked, above), Number.MAX_SAFE_INTEGER, asked.most)
  const messages = ids.flatMap((id) => {
    const document = parts.index.document(id)
    return document === null ? [] : [comparedBy(id, document, words)]
  })
  return { documents, words, messages }
}

function questionOf(
  words: readonly WordCount[],
  { kinds, to }: Pick<Parameters<MessageStore['alike']>[0], 'kinds' | 'to'>,
  above: number,
): Parameters<typeof take>[1] {
  const wanted = [
    words.map(({ word }) => textOf(word)),
    kinds.map((kind) => `facets : ${quoted(facet.kind(kind))}`),
    ...(to === null || to.length > mostRecipients
      ? []
      : [to.map((address) => `facets : ${quoted(facet.to(address))}`)]),
  ]
  const match = wanted.map((group) => `(${anyOf(group)})`).join(' AND ')
  return {
    match,
    words: null,
    parts: [],
    above,
    below: Number.MAX_SAFE_INTEGER,
    among: null,
    accept: () => true,
  }
}

/** Exact for rare words. For a frequent word, its first messages give the density. */
function countOf({ connection, index, tail }: Parts, word: string, above: number, newest: number): number {
  const upto = index.upto()
  const sql = `SELECT rowid FROM messages_text WHERE messages_text MATCH ? AND rowid > ${integer} LIMIT ${mostCounted}`
  const ids = connection.column(sql).all(textOf(word), above) as number[]
  const last = ids.at(-1) ?? above
  const indexed =
    ids.length < mostCounted ? ids.length : Math.round((ids.length * (upto - above)) / (last - above))
  return indexed + tail.match(textOf(word), Math.max(upto, above), newest + 1, mostCounted).length
}

function textOf(word: string): string {
  return `{subject body} : ${quoted(word)}`
}

function newestOf({ connection }: Parts): number {
  return (connection.column('SELECT max(id) FROM messages').get() as number | null) ?? 0
}
