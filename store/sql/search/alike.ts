import { comparedBy } from '../../../src/domain/query/likeness.ts'
import { rarest } from '../../../src/domain/routing/words.ts'
import type { Alike, MessageStore } from '../../message-store.ts'
import type { Connection } from '../connection.ts'
import { newestMessage } from '../rows/letters.ts'
import { mapped, step, type Work, type Working } from '../work.ts'
import type { Language, Matching, MatchingOn } from './matching.ts'
import { facet } from './search-facets.ts'
import { allOf, anyOf } from './search-plan.ts'
import { take } from './taking.ts'

/** Older mail is ignored: recent work shows best what an agent can do now. */
const span = 50_000
/** The number of messages with a frequent word is reckoned from this many of them. */
const mostCounted = 1_000
/** A longer list of recipients costs more than it leaves out. */
const mostRecipients = 64

type Asked = Parameters<MessageStore['alike']>[0]
/** The numbers that mail is looked for between, exclusive and inclusive. */
type Span = { readonly above: number; readonly newest: number }

export function openAlike(
  connection: Connection,
  matchingOn: MatchingOn,
): Working<Pick<MessageStore, 'alike'>> {
  return { alike: (asked) => connection.read((at) => findAlike(at, matchingOn(at), asked)) }
}

/** Mail that has words in common with a new message, from the index and from what is not indexed yet. */
function* findAlike(connection: Connection, matching: Matching, asked: Asked): Work<Alike> {
  const newest = yield* newestMessage(connection)
  const above = Math.max(0, newest - span)
  const documents = newest - above
  const counted = yield* mapped(asked.words, function* (word) {
    return { word, in: yield* countOf(matching, word, { above, newest }) }
  })
  const words = rarest(counted)
  if (words.length === 0) return { documents, words, messages: [] }
  const match = matchOf(
    matching.language,
    words.map(({ word }) => word),
    asked,
  )
  const ids = yield* newestOf(matching, match, above, asked.most)
  const found = new Map((yield* matching.documents(ids)).map((document) => [document.id, document]))
  const messages = ids.flatMap((id) => {
    const document = found.get(id)
    return document === undefined ? [] : [comparedBy(id, document, words)]
  })
  return { documents, words, messages }
}

function matchOf(language: Language, words: readonly string[], { kinds, to }: Asked): string {
  const facts = (all: readonly string[]) => all.map((one) => language.fact(one, false))
  const wanted = [
    words.map((word) => language.phrase(word, null, false)),
    facts(kinds.map(facet.kind)),
    ...(to === null || to.length > mostRecipients ? [] : [facts(to.map(facet.to))]),
  ]
  return allOf(
    language,
    wanted.map((group) => anyOf(language, group)),
  )
}

/** Exact for rare words. Of a frequent word, its newest messages give the density. */
function* countOf(matching: Matching, word: string, { above, newest }: Span): Work<number> {
  const ids = yield* newestOf(matching, matching.language.phrase(word, null, false), above, mostCounted)
  const last = ids[mostCounted - 1]
  return last === undefined ? ids.length : Math.round((ids.length * (newest - above)) / (newest + 1 - last))
}

function newestOf(matching: Matching, match: string, above: number, most: number): Work<readonly number[]> {
  const question = { match, above, texts: [], parts: [], below: Number.MAX_SAFE_INTEGER, among: null }
  return take(
    matching,
    { ...question, accepted: (ids, wanted) => step(() => ids.slice(0, wanted)) },
    Number.MAX_SAFE_INTEGER,
    most,
  )
}
