import { isMailError } from '../../../domain/errors.ts'
import { literal } from '../../../domain/literal.ts'
import { parseQuery } from '../../../domain/query/query.ts'
import { wantedWords } from '../../../domain/query/query-match.ts'
import type { Safe } from '../../../domain/sanitize.ts'
import type { Source } from '../source.ts'
import type { Line, Span } from './line.ts'

/** The words to mark in a searched or narrowed list, as one expression; `null` marks nothing. */
export function marksOf({
  source,
  filter,
}: {
  readonly source: Source
  readonly filter: string
}): RegExp | null {
  const query = source.type === 'search' || source.type === 'saved' ? `${source.query} ${filter}` : filter
  return query.trim() === '' ? null : expressionOf(query)
}

const known = new Map<string, RegExp | null>()
const mostKnown = 64

function expressionOf(query: string): RegExp | null {
  const before = known.get(query)
  if (before !== undefined) return before
  const words = wordsIn(query).map((word) => literal(word).replace(/\s+/gu, '\\s+'))
  const made = words.length === 0 ? null : new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})`, 'giu')
  if (known.size >= mostKnown) known.clear()
  known.set(query, made)
  return made
}

function wordsIn(query: string): readonly string[] {
  try {
    return wantedWords(parseQuery(query, 0, () => 0))
  } catch (error) {
    if (!isMailError(error)) throw error
    return []
  }
}

/** The line with every match standing out. It is as wide as before. */
export function marked(line: Line, marks: RegExp | null): Line {
  if (marks === null) return line
  const spans = line.flatMap((piece) => markedSpan(piece, marks))
  return spans.length === line.length ? line : spans
}

function markedSpan(piece: Span, marks: RegExp): readonly Span[] {
  const spans: Span[] = []
  let from = 0
  for (const { 0: found, index } of piece.text.matchAll(marks)) {
    // A part of what is clean is clean.
    if (index > from) spans.push({ ...piece, text: piece.text.slice(from, index) as Safe })
    spans.push({ ...piece, text: found as Safe, style: 'match' })
    from = index + found.length
  }
  if (from === 0) return [piece]
  if (from < piece.text.length) spans.push({ ...piece, text: piece.text.slice(from) as Safe })
  return spans
}
