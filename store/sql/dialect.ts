/** One word of the shared statements, and how an engine says it. */
type Word = readonly [of: RegExp, said: string]

/**
 * SQLite reads the tables of CROSS JOIN in the order that is written. Of several values it takes the least with min. It sees no
 * value of a limit that is a sum, so it does not prepare the statement again for each value.
 */
const sqlite: readonly Word[] = [
  [/\bleast\(/gu, 'min('],
  [/\bgreatest\(/gu, 'max('],
  [/\b(?:texts|numbers)\((?=[?@])/gu, 'json_each('],
  [/\bLIMIT (\?|@\w+)/gu, 'LIMIT $1 + 0'],
]

/** PostgreSQL chooses orders and indexes by itself. */
const postgres: readonly Word[] = [
  [/\bCROSS JOIN\b/gu, 'JOIN'],
  [/ INDEXED BY \w+/gu, ''],
]

const dialects = { sqlite, postgres }

/** A shared statement as an engine says it. */
export function spoken(engine: keyof typeof dialects, sql: string): string {
  return dialects[engine].reduce((text, [word, said]) => text.replace(word, said), sql)
}
