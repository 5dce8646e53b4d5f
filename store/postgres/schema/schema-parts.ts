import { schema } from './schema.ts'

type Part = { readonly name: string; readonly sql: string }

/** The parts of a kind, as the schema makes them. */
function partsOf(kind: RegExp): readonly Part[] {
  return [...schema.matchAll(kind)].map(([sql, name = '']) => ({ name, sql }))
}

/** No text, body or comment of these statements contains a semicolon. */
export const indexes = partsOf(/^CREATE (?:UNIQUE )?INDEX (\w+) [^;]*;/gmu)
export const triggers = partsOf(/^CREATE TRIGGER (\w+) [^;]*;/gmu)
export const relations = partsOf(/^CREATE (?:TABLE|VIEW|SEQUENCE) (\w+)/gmu)
/** Whole, from the first line to the `$$;` at the end of the last. */
export const functions = partsOf(/^CREATE FUNCTION (\w+)\([\s\S]*?\$\$[\s\S]*?\$\$;$/gmu)

/** A statement that also takes the place of what is there. */
export function orReplace(sql: string): string {
  return sql.replace(/^CREATE (FUNCTION|TRIGGER)/u, 'CREATE OR REPLACE $1')
}
