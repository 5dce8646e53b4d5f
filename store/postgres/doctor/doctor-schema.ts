import { functions, indexes, orReplace, relations, triggers } from '../schema/schema-parts.ts'
import { type Check, type Found, fromBackup } from './doctor-found.ts'

const within = "'watchpost'::regnamespace"

/** Every table, view, index, trigger and function that a store of this version has. */
export const examineParts: Check = async ({ pool, location: where }) => {
  const { rows } = await pool.query(`SELECT
    (SELECT json_agg(relname) FROM pg_class WHERE relnamespace = ${within}) AS relations,
    (SELECT json_agg(c.relname) FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
      WHERE c.relnamespace = ${within} AND NOT i.indisvalid) AS invalid,
    (SELECT json_agg(t.tgname) FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
      WHERE c.relnamespace = ${within} AND t.tgenabled IN ('O', 'A')) AS triggers,
    (SELECT json_agg(proname) FROM pg_proc WHERE pronamespace = ${within}) AS functions`)
  const own = rows[0] as Readonly<Record<string, readonly string[] | null>>
  const lacks = (kind: string, parts: typeof indexes) => {
    const names = new Set(own[kind] ?? [])
    return parts.filter(({ name }) => !names.has(name))
  }
  const missing = (finding: Found['finding'], what: string, mend = fromBackup) => ({
    finding,
    severity: 'damage' as const,
    where,
    why: what,
    mend,
  })
  const again = '`watchpost doctor --repair` makes it again.'
  return [
    ...lacks('relations', relations).map(({ name }) =>
      missing('table-missing', `The table, view or sequence ${name} is missing.`),
    ),
    ...lacks('functions', functions).map(({ name }) =>
      missing('trigger-missing', `The function ${name} is missing.`),
    ),
    ...lacks('triggers', triggers).map(({ name, sql }) => ({
      ...missing('trigger-missing', `The trigger ${name} is missing or disabled.`, again),
      repair: () => pool.query(orReplace(sql)),
    })),
    ...lacks('relations', indexes).map(({ name, sql }) => ({
      ...missing('index-missing', `The index ${name} is missing.`, again),
      repair: () => pool.query(sql),
    })),
    ...(own['invalid'] ?? []).map((name) => ({
      ...missing(
        'index-wrong',
        `The server marks the index ${name} as invalid.`,
        '`watchpost doctor --repair` rebuilds it.',
      ),
      repair: () => pool.query(`REINDEX INDEX watchpost."${name}"`),
    })),
  ]
}
