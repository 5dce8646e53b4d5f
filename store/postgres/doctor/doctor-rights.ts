import { mayMember } from '../schema/rights.ts'
import type { Check, Found } from './doctor-schema.ts'

/** What every role but the owner may do with the store, column by column. */
const grantedSql = `WITH own AS (SELECT c.oid, c.relname, c.relowner, c.relkind, c.relacl FROM pg_class c
  WHERE c.relnamespace = 'watchpost'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'S'))
SELECT g.grantee, CASE WHEN g.grantee = 0 THEN 'everybody' ELSE pg_get_userbyid(g.grantee)::text END AS who, g.relname AS "table", g.attname AS "column", g.privilege_type AS "right"
FROM (
  SELECT o.relname, NULL::name AS attname, o.relowner, x.* FROM own o, aclexplode(o.relacl) x
  UNION ALL
  SELECT o.relname, a.attname, o.relowner, x.* FROM own o JOIN pg_attribute a ON a.attrelid = o.oid AND NOT a.attisdropped, aclexplode(a.attacl) x
  UNION ALL
  SELECT 'the function ' || p.proname, NULL, p.proowner, x.*
  FROM pg_proc p, aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) x WHERE p.pronamespace = 'watchpost'::regnamespace AND p.prosecdef
  UNION ALL
  SELECT 'schema watchpost', NULL, n.nspowner, x.* FROM pg_namespace n, aclexplode(n.nspacl) x WHERE n.nspname = 'watchpost'
) g WHERE g.grantee <> g.relowner ORDER BY 2, 3, 4, 5`

type Granted = {
  readonly who: string
  readonly table: string
  readonly column: string | null
  readonly right: string
}

const everybody = 'everybody'
const shownRights = 5

/** No role may do more than one that was admitted, and nobody does anything that was not. Roles that only read are the owner's choice. */
export const examineMembers: Check = async ({ pool, location: where }) => {
  const { rows } = await pool.query<Granted>(grantedSql)
  const beyond = new Map<string, string[]>()
  for (const { who, table, column, right } of rows) {
    if (who !== everybody && mayMember(table, column, right)) continue
    const said = `${right} on ${table}${column === null ? '' : `(${column})`}`
    beyond.set(who, [...(beyond.get(who) ?? []), said])
  }
  return [...beyond].map(([who, rights]): Found => {
    const more = rights.length > shownRights ? `, and ${rights.length - shownRights} more` : ''
    return {
      finding: 'permissions',
      severity: 'advice',
      where,
      why: `${who === everybody ? 'Everybody' : `The role ${who}`} may do more than was admitted: ${rights.slice(0, shownRights).join(', ')}${more}.`,
      mend:
        who === everybody
          ? 'Take it back with REVOKE … FROM PUBLIC, as the owner.'
          : `Run \`SELECT watchpost.admit('${who.replaceAll("'", "''")}')\` as the owner, or watchpost.dismiss to take back all.`,
    }
  })
}
