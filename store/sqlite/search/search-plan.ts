import { parseId } from '../../../src/domain/id.ts'
import { hasWord } from '../../../src/domain/query/plain.ts'
import type { Query, SearchState, Term } from '../../../src/domain/query/query.ts'
import { parted } from '../../../src/domain/query/unspaced.ts'
import { everyMessage, facet } from './search-facets.ts'

/** A question ready to be asked; `match` is `null` when nothing can answer it. */
export type SearchPlan = {
  readonly match: string | null
  /** The wanted words alone, by which hits are better or worse. */
  readonly words: string | null
  /** Parts of words that each hit has in its text, in whatever case, unless that text is more than ASCII. */
  readonly parts: readonly string[]
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
export type FindThreads = (text: string) => readonly number[]

type FacetTerm = Extract<
  Term,
  { readonly type: 'from' | 'to' | 'tag' | 'task' | 'thread' | 'kind' | 'priority' | 'has' }
>

/** One plan for each alternative. */
export function planSearch(query: Query, findThreads: FindThreads): readonly SearchPlan[] {
  if (query.any === undefined) return [planOf(query, findThreads, false)]
  return query.any.map((terms) => planOf({ terms }, findThreads, true))
}

/** `each`: values of one key must all hold; they are not alternatives. */
function planOf(query: Query, findThreads: FindThreads, each: boolean): SearchPlan {
  const states = query.terms.filter((term) => term.type === 'is')
  const starts = query.terms.flatMap((term) => (term.type === 'after' ? [term.at] : []))
  const ends = query.terms.flatMap((term) => (term.type === 'before' ? [term.at] : []))
  return {
    match: matchOf(query, findThreads, each),
    words: allOf(wantedWords(query)),
    parts: query.terms.flatMap((term) => (term.type === 'text' && !term.not ? partsOf(term.text) : [])),
    states: states.filter((term) => !term.not).map((term) => term.value),
    everyState: each,
    otherStates: states.filter((term) => term.not).map((term) => term.value),
    from: starts.length === 0 ? null : Math.max(...starts),
    to: ends.length === 0 ? null : Math.min(...ends),
  }
}

function matchOf(query: Query, findThreads: FindThreads, each: boolean): string | null {
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
    const words = group.flatMap((term) => facetsOfTerm(term, findThreads))
    if (words.length === 0) return null
    wanted.push(anyOf(words))
  }
  unwanted.push(...facts.filter((term) => term.not).flatMap((term) => facetsOfTerm(term, findThreads)))
  const all =
    wanted.length === 0 ? `facets : ${quoted(everyMessage)}` : wanted.map((part) => `(${part})`).join(' AND ')
  return unwanted.length === 0 ? all : `(${all}) NOT (${anyOf(unwanted)})`
}

function wantedWords(query: Query): string[] {
  const wanted = query.terms
    .filter((term) => term.type === 'text')
    .filter((term) => !term.not && hasWord(term.text))
  return wanted.map((term) => wordsOf(term))
}

/** None of a text that is more than ASCII: the tokenizer finds `e` in `é`, and the other way round. */
function partsOf(text: string): readonly string[] {
  return /^[\u0000-\u007f]*$/u.test(text) ? (text.match(/[A-Za-z0-9]+/gu) ?? []) : []
}

function allOf(parts: readonly string[]): string | null {
  return parts.length === 0 ? null : parts.map((part) => `(${part})`).join(' AND ')
}

function isFacet(term: Term): term is FacetTerm {
  return term.type !== 'text' && term.type !== 'is' && term.type !== 'before' && term.type !== 'after'
}

export function anyOf(parts: readonly string[]): string {
  return parts.map((part) => `(${part})`).join(' OR ')
}

function wordsOf(term: Extract<Term, { readonly type: 'text' }>): string {
  return `{${term.within ?? 'subject body'}} : ${quoted(parted(term.text))}${term.prefix ? ' *' : ''}`
}

function facetsOfTerm(term: FacetTerm, findThreads: FindThreads): readonly string[] {
  const only = (word: string, prefix = false) => [`facets : ${quoted(word)}${prefix ? ' *' : ''}`]
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
      return findThreads(term.value).flatMap((id) => only(facet.thread(id)))
    }
  }
}

/** A string of FTS5: nothing within it is syntax. A NUL would end the whole question. */
export function quoted(text: string): string {
  return `"${text.replace(/[\u0000-\u001f\u007f]/gu, ' ').replaceAll('"', '""')}"`
}
