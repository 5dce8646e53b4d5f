import { parseId } from '../../../src/domain/id.ts'
import { hasWord } from '../../../src/domain/query/plain.ts'
import type { Query, SearchState, Term } from '../../../src/domain/query/query.ts'
import { parted } from '../../../src/domain/query/unspaced.ts'
import { flatMapped, mapped } from '../database/sequences.ts'
import { everyMessage, facet } from './search-facets.ts'
import { wordsIn } from './vectors.ts'

/** A question ready to be asked; `match` is `null` when nothing can answer it. */
export type SearchPlan = {
  readonly match: string | null
  /** The wanted words alone, by which hits are better or worse. */
  readonly words: string | null
  /** The owner's copy must be in one of these states (empty: need not), and in none of those. */
  readonly states: readonly SearchState[]
  readonly otherStates: readonly SearchState[]
  /** The copy must be in all of the wanted states, not in one. */
  readonly everyState: boolean
  /** Arrived at or after, and before. */
  readonly from: number | null
  readonly to: number | null
}

/** The threads that an id may mean, given in any form but a prefix. */
export type FindThreads = (text: string) => Promise<readonly number[]>

type FacetTerm = Extract<
  Term,
  { readonly type: 'from' | 'to' | 'tag' | 'task' | 'thread' | 'kind' | 'priority' | 'has' }
>

/** One plan for each alternative. */
export async function planSearch(query: Query, findThreads: FindThreads): Promise<readonly SearchPlan[]> {
  if (query.any === undefined) return [await planOf(query, findThreads, false)]
  return mapped(query.any, async (terms) => planOf({ terms }, findThreads, true))
}

/** `each`: values of one key must all hold, and are no alternatives. */
async function planOf(query: Query, findThreads: FindThreads, each: boolean): Promise<SearchPlan> {
  const states = query.terms.filter((term) => term.type === 'is')
  const starts = query.terms.flatMap((term) => (term.type === 'after' ? [term.at] : []))
  const ends = query.terms.flatMap((term) => (term.type === 'before' ? [term.at] : []))
  return {
    match: await matchOf(query, findThreads, each),
    words: allOf(wantedWords(query)),
    states: states.filter((term) => !term.not).map((term) => term.value),
    everyState: each,
    otherStates: states.filter((term) => term.not).map((term) => term.value),
    from: starts.length === 0 ? null : Math.max(...starts),
    to: ends.length === 0 ? null : Math.min(...ends),
  }
}

async function matchOf(query: Query, findThreads: FindThreads, each: boolean): Promise<string | null> {
  const texts = query.terms.filter((term) => term.type === 'text')
  const facts = query.terms.filter((term) => isFacet(term))
  const spoken = texts.filter((term) => hasWord(term.text))
  // Punctuation beside words is left out, as the tokenizer would; alone it finds nothing.
  if (texts.some((term) => !term.not) && spoken.length === 0 && texts.length === query.terms.length)
    return null

  const wanted = wantedWords(query)
  const unwanted = spoken.filter((term) => term.not).map((term) => wordsOf(term))
  const wantedFacts = facts.filter((term) => !term.not)
  const groups = each
    ? wantedFacts.map((term) => [term])
    : [...new Set(wantedFacts.map(({ type }) => type))].map((type) =>
        wantedFacts.filter((term) => term.type === type),
      )
  for (const group of groups) {
    const words = await flatMapped(group, async (term) => facetsOfTerm(term, findThreads))
    if (words.length === 0) return null
    wanted.push(anyOf(words))
  }
  unwanted.push(
    ...(await flatMapped(
      facts.filter((term) => term.not),
      async (term) => facetsOfTerm(term, findThreads),
    )),
  )
  const all = wanted.length === 0 ? facetOf(everyMessage) : wanted.map((part) => `(${part})`).join(' & ')
  return unwanted.length === 0 ? all : `(${all}) & !(${anyOf(unwanted)})`
}

function wantedWords(query: Query): string[] {
  const wanted = query.terms
    .filter((term) => term.type === 'text')
    .filter((term) => !term.not && hasWord(term.text))
  return wanted.map((term) => wordsOf(term))
}

function allOf(parts: readonly string[]): string | null {
  return parts.length === 0 ? null : parts.map((part) => `(${part})`).join(' & ')
}

function isFacet(term: Term): term is FacetTerm {
  return term.type !== 'text' && term.type !== 'is' && term.type !== 'before' && term.type !== 'after'
}

export function anyOf(parts: readonly string[]): string {
  return parts.map((part) => `(${part})`).join(' | ')
}

/** A phrase of a tsquery: the subject bears the weight A, the body B. */
function wordsOf(term: Extract<Term, { readonly type: 'text' }>): string {
  const within = term.within === 'subject' ? 'A' : term.within === 'body' ? 'B' : 'AB'
  const words = wordsIn(parted(term.text))
  return words
    .map((word, at) => `'${word}':${term.prefix && at === words.length - 1 ? '*' : ''}${within}`)
    .join(' <-> ')
}

export function facetOf(word: string, prefix = false): string {
  return `'${wordsIn(word).join('')}':${prefix ? '*' : ''}C`
}

async function facetsOfTerm(term: FacetTerm, findThreads: FindThreads): Promise<readonly string[]> {
  const only = (word: string, prefix = false) => [facetOf(word, prefix)]
  switch (term.type) {
    case 'from':
      return only(facet.from(term.value))
    case 'to':
      return only(facet.to(term.value))
    case 'tag':
      return only(facet.tag(term.value))
    case 'task':
      return only(facet.task(term.value))
    case 'kind':
      return only(facet.kind(term.value))
    case 'priority':
      return only(facet.priority(term.value))
    case 'has':
      return only(facet.has(term.value))
    case 'thread': {
      const reference = parseId(term.value)
      if (reference.form === 'prefix') return only(facet.threadPrefix(reference.digits), true)
      return (await findThreads(term.value)).flatMap((id) => only(facet.thread(id)))
    }
  }
}
