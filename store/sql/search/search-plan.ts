import { parseId } from '../../../src/domain/id.ts'
import type { WantedText } from '../../../src/domain/query/best.ts'
import { hasWord } from '../../../src/domain/query/plain.ts'
import type { Query, SearchState, Term } from '../../../src/domain/query/query.ts'
import { parted } from '../../../src/domain/query/unspaced.ts'
import { flatMapped, mapped, type Work } from '../work.ts'
import type { Language } from './matching.ts'
import { everyMessage, facet } from './search-facets.ts'

/** A question ready to be asked; `match` is `null` when nothing can answer it. */
export type SearchPlan = {
  readonly match: string | null
  /** The wanted texts alone, by which hits are better or worse. */
  readonly texts: readonly WantedText[]
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
type FindThreads = (text: string) => Work<readonly number[]>

type FacetTerm = Extract<
  Term,
  { readonly type: 'from' | 'to' | 'tag' | 'task' | 'thread' | 'kind' | 'priority' | 'has' }
>

/** How a plan is put together. */
type Planning = {
  readonly language: Language
  readonly findThreads: FindThreads
  /** Values of one key must all hold; they are not alternatives. */
  readonly each: boolean
}

/** One plan for each alternative. */
export function* planSearch(
  query: Query,
  language: Language,
  findThreads: FindThreads,
): Work<readonly SearchPlan[]> {
  if (query.any === undefined) return [yield* planOf(query.terms, { language, findThreads, each: false })]
  return yield* mapped(query.any, (terms) => planOf(terms, { language, findThreads, each: true }))
}

function* planOf(terms: readonly Term[], planning: Planning): Work<SearchPlan> {
  const { each } = planning
  const states = terms.filter((term) => term.type === 'is')
  const starts = terms.flatMap((term) => (term.type === 'after' ? [term.at] : []))
  const ends = terms.flatMap((term) => (term.type === 'before' ? [term.at] : []))
  return {
    match: yield* matchOf(terms, planning),
    texts: wantedTexts(terms),
    parts: terms.flatMap((term) => (term.type === 'text' && !term.not ? partsOf(term.text) : [])),
    states: states.filter((term) => !term.not).map((term) => term.value),
    everyState: each,
    otherStates: states.filter((term) => term.not).map((term) => term.value),
    from: starts.length === 0 ? null : Math.max(...starts),
    to: ends.length === 0 ? null : Math.min(...ends),
  }
}

function* matchOf(terms: readonly Term[], { language, findThreads, each }: Planning): Work<string | null> {
  const texts = terms.filter((term) => term.type === 'text')
  const facts = terms.filter((term) => isFacet(term))
  const spoken = texts.filter((term) => hasWord(term.text))
  // Punctuation beside words is left out, as the tokenizer would; alone it finds nothing.
  if (texts.some((term) => !term.not) && spoken.length === 0 && texts.length === terms.length) return null

  const factsOf = (group: readonly FacetTerm[]): Work<readonly string[]> =>
    flatMapped(group, (term) => factsOfTerm(term, language, findThreads))
  const wanted = wantedTexts(terms).map((term) => wordsOf(term, language))
  const unwanted = spoken.filter((term) => term.not).map((term) => wordsOf(term, language))
  const wantedFacts = facts.filter((term) => !term.not)
  const groups = each
    ? wantedFacts.map((term) => [term])
    : [...new Set(wantedFacts.map(({ type }) => type))].map((type) =>
        wantedFacts.filter((term) => term.type === type),
      )
  for (const group of groups) {
    const words = yield* factsOf(group)
    if (words.length === 0) return null
    wanted.push(anyOf(language, words))
  }
  unwanted.push(...(yield* factsOf(facts.filter((term) => term.not))))
  const all = wanted.length === 0 ? language.fact(everyMessage, false) : allOf(language, wanted)
  return unwanted.length === 0 ? all : `(${all})${language.except}(${anyOf(language, unwanted)})`
}

function wantedTexts(terms: readonly Term[]) {
  return terms.filter((term) => term.type === 'text').filter((term) => !term.not && hasWord(term.text))
}

/** None of a text that is more than ASCII: the tokenizer finds `e` in `é`, and the other way round. */
function partsOf(text: string): readonly string[] {
  return /^[\u0000-\u007f]*$/u.test(text) ? (text.match(/[A-Za-z0-9]+/gu) ?? []) : []
}

export function allOf({ and }: Language, parts: readonly string[]): string {
  return parts.map((part) => `(${part})`).join(and)
}

export function anyOf({ or }: Language, parts: readonly string[]): string {
  return parts.map((part) => `(${part})`).join(or)
}

function isFacet(term: Term): term is FacetTerm {
  return term.type !== 'text' && term.type !== 'is' && term.type !== 'before' && term.type !== 'after'
}

function wordsOf(term: Extract<Term, { readonly type: 'text' }>, language: Language): string {
  return language.phrase(parted(term.text), term.within ?? null, term.prefix)
}

function* factsOfTerm(
  term: FacetTerm,
  language: Language,
  findThreads: FindThreads,
): Work<readonly string[]> {
  const only = (word: string) => [language.fact(word, false)]
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
      if (reference.form === 'prefix') return [language.fact(facet.threadPrefix(reference.digits), true)]
      return (yield* findThreads(term.value)).flatMap((id) => only(facet.thread(id)))
    }
  }
}
