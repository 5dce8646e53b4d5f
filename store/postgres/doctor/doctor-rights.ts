import type { Check } from './doctor-found.ts'

/** What the user of the connection may not do, although every command does it. */
export const examineRights: Check = async ({ pool, location: where }) => {
  const { rows } = await pool.query(
    `SELECT current_user::text AS who, has_schema_privilege('watchpost', 'USAGE') AS may`,
  )
  const { who, may } = rows[0] as { readonly who: string; readonly may: number }
  if (may !== 1) return [denied(where, who, 'may not use the schema watchpost')]
  const unread =
    await pool.query(`SELECT string_agg(c.relname, ', ' ORDER BY c.relname) AS names FROM pg_class c
    WHERE c.relnamespace = 'watchpost'::regnamespace AND c.relkind IN ('r', 'p', 'v')
      AND c.relname <> 'tokens' AND NOT has_table_privilege(c.oid, 'SELECT')`)
  const names = unread.rows[0]?.names
  if (typeof names === 'string') return [denied(where, who, `may not read ${names}`)]
  const unchanged = await pool.query(`SELECT to_regclass('watchpost.deliveries') IS NOT NULL
    AND NOT has_table_privilege(to_regclass('watchpost.deliveries')::oid, 'UPDATE') AS denied`)
  if (unchanged.rows[0]?.denied === 1) return [denied(where, who, 'may not change deliveries')]
  return []
}

function denied(where: string, who: string, what: string) {
  return {
    finding: 'permissions',
    severity: 'damage',
    where,
    why: `The database user ${who} ${what}.`,
    mend: 'Ask the owner of the schema for the right, or connect as another user.',
  } as const
}
