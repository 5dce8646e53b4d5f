import { comparedBy } from '../../../src/domain/routing/likeness.ts'
import { rarest, type WordCount } from '../../../src/domain/routing/words.ts'
import type { Alike, MessageStore } from '../../message-store.ts'
import type { Connection } from '../database/connection.ts'
import { mapped } from '../database/sequences.ts'
import { newestMessage } from '../rows/letters.ts'
import type { Matching } from './matching.ts'
import { facet } from './search-facets.ts'
import { anyOf, facetOf } from './search-plan.ts'
import type { TextIndex } from './text-index.ts'
import { wordsIn } from './vectors.ts'

/** Older mail is not looked at: what agents did lately tells what they can do now. */
const span = 50_000
/** More messages with a frequent word are not counted. */
const mostCounted = 1_000
/** A longer list of recipients costs more than it leaves out. */
const mostRecipients = 64

type Parts = { readonly connection: Connection; readonly index: TextIndex; readonly matching: Matching }
type Asked = Parameters<MessageStore['alike']>[0]

/** Mail that has words in common with a new message, from the index and from what is not indexed yet. */
export async function findAlike(parts: Parts, asked: Asked): Promise<Alike> {
  const newest = await newestMessage(parts.connection)
  const above = Math.max(0, newest - span)
  const documents = newest - above
  const counted = await mapped(asked.words, async (word) => ({ word, in: await countOf(parts, word, above) }))
  const words = rarest(counted)
  if (words.length === 0) return { documents, words, messages: [] }
  const ids = await parts.matching.newest(matchOf(words, asked), above, Number.MAX_SAFE_INTEGER, asked.most)
  const found = new Map((await parts.index.documents(ids)).map((document) => [document.id, document]))
  const messages = ids.flatMap((id) => {
    const document = found.get(id)
    return document === undefined ? [] : [comparedBy(id, document, words)]
  })
  return { documents, words, messages }
}

function matchOf(words: readonly WordCount[], { kinds, to }: Pick<Asked, 'kinds' | 'to'>): string {
  const wanted = [
    words.map(({ word }) => textOf(word)),
    kinds.map((kind) => facetOf(facet.kind(kind))),
    ...(to === null || to.length > mostRecipients ? [] : [to.map((address) => facetOf(facet.to(address)))]),
  ]
  return wanted.map((group) => `(${anyOf(group)})`).join(' & ')
}

async function countOf({ matching }: Parts, word: string, above: number): Promise<number> {
  if (wordsIn(word).length === 0) return 0
  return (await matching.newest(textOf(word), above, Number.MAX_SAFE_INTEGER, mostCounted)).length
}

function textOf(word: string): string {
  return wordsIn(word)
    .map((part) => `'${part}':AB`)
    .join(' <-> ')
}
