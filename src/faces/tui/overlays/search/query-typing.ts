import { own } from '../../../../domain/own.ts'
import { searchKeys, searchWords } from '../../../../domain/query/query.ts'
import { parted } from '../../../../domain/query/unspaced.ts'
import { fieldOf } from '../../compose/editor/field.ts'
import { matchingAddresses } from '../../compose/form/completion.ts'
import type { Field } from '../../model/editor.ts'
import {
  type Dialog,
  type HasOverlay,
  type HasSession,
  type Overlay,
  type RosterState,
  withSession,
} from '../../state.ts'
import type { Step } from '../../step.ts'

const leastLetters = 3
/** How long typing must rest before anything is looked for, ms. */
const quiet = 80

/** A query that was typed on: what it looks for follows once typing rests, and what was wrong with it may be so no more. */
export function typedOn<S extends HasOverlay>(
  state: S,
  overlay: Extract<Overlay, { type: 'filter' | 'search' }>,
): Step<S> {
  return [
    { ...state, overlay: { ...overlay, problem: null } },
    { type: 'wait', name: 'search', milliseconds: quiet },
  ]
}

/**
 * The query of what was typed so far: its last word may be going on, so its beginning counts. A blank behind it, or
 * the caret elsewhere, makes it whole.
 */
export function queryTyped({ text, at }: Field): string {
  const query = text.trim()
  const word =
    at === text.length ? (/(?:^|\s)(?:(?:subject|body):)?([\p{L}\p{N}_]+)$/u.exec(text)?.[1] ?? '') : ''
  const isPhrase = (text.match(/"/gu)?.length ?? 0) % 2 === 1
  return word.length < leastLetters || /^(?:and|not)$/iu.test(word) || isPhrase || parted(word) !== word
    ? query
    : `${query}*`
}

/** The possible completions of the word at the caret: the keys of the search language, and the values of each. */
type QueryWords = { readonly start: number; readonly words: readonly string[] }

const none: QueryWords = { start: 0, words: [] }
const ages = ['1h', '1d', '7d', '30d']

export function queryWords(roster: RosterState, { text, at }: Field): QueryWords {
  const [, key = null, value = ''] = /(?:^|\s)-?(?:([a-z]+):)?([^\s":]*)$/u.exec(text.slice(0, at)) ?? []
  const start = at - value.length - (key === null ? 0 : key.length + 1)
  if (/^\S/u.test(text.slice(at))) return none
  if (key === null) {
    const keys = value === '' ? [] : searchKeys.filter((known) => known.startsWith(value))
    return { start, words: keys.map((known) => `${known}:`) }
  }
  const words = valuesOf(roster, key, value).filter((word) => word !== value)
  return { start, words: words.map((word) => `${key}:${word}`) }
}

function valuesOf(roster: RosterState, key: string, value: string): readonly string[] {
  const words = own(searchWords, key) ?? (key === 'before' || key === 'after' ? ages : null)
  if (words !== null) return words.filter((word) => word.startsWith(value))
  if (key !== 'from' && key !== 'to') return []
  const names = roster.agents.map(({ address }) => address)
  return value === '' ? names.slice(0, 6) : matchingAddresses(names, value)
}

/** `Tab`: the first of them is written out. */
export function queryCompleted(roster: RosterState, field: Field): Field {
  const { start, words } = queryWords(roster, field)
  const [first] = words
  if (first === undefined) return field
  const written = first.endsWith(':') ? first : `${first} `
  const rest = field.text.slice(field.at).trimStart()
  return { text: `${field.text.slice(0, start)}${written}${rest}`, at: start + written.length }
}

/** The query is what `n` goes on with, the first that `Up` brings back, and kept for the next run. */
export function searchedFor<S extends HasSession>(state: S, query: string): Step<S> {
  const queries = withQuery(state.session.queries, query)
  if (queries === state.session.queries) return [state]
  return [withSession(state, { queries }), { type: 'remember-query', query }]
}

/** `Up` and `Down`: what was searched for before; behind the last of it is an empty field. */
export function recalled<S extends Dialog, O extends Extract<Overlay, { type: 'filter' | 'search' }>>(
  state: S,
  overlay: O,
  by: 1 | -1,
): Step<S> {
  const former = Math.min((overlay.former ?? -1) + by, state.session.queries.length - 1)
  if (former < -1) return [state]
  const field = fieldOf(state.session.queries[former] ?? '')
  return typedOn(state, { ...overlay, field, former: former < 0 ? null : former })
}

/** Earlier searches and filters that are kept, newest first. */
export const mostQueries = 100
/** A longer one is not kept: nobody typed it. */
const longest = 1_000

/** The searches that a file of an earlier run has, whatever else it contains. */
export function queriesOf(kept: unknown): readonly string[] {
  const listed = typeof kept === 'object' && kept !== null ? (kept as { queries?: unknown }).queries : null
  if (!Array.isArray(listed)) return []
  const queries = listed.filter((one): one is string => typeof one === 'string' && isKept(one))
  return [...new Set(queries)].slice(0, mostQueries)
}

/** With this one as the newest. */
export function withQuery(queries: readonly string[], query: string): readonly string[] {
  if (!isKept(query)) return queries
  return [query, ...queries.filter((one) => one !== query)].slice(0, mostQueries)
}

function isKept(query: string): boolean {
  return query.trim() !== '' && query.length <= longest
}
