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
