import { closedFunctions } from './rights.ts'
import { addedSql } from './schema.ts'
import { functions, indexes, orReplace, triggers } from './schema-parts.ts'

const youngIndexes = ['pressing_young', 'unread_young', 'debts_young', 'queued_young']

/** Indexes that have another form than before. */
function madeAgain(names: readonly string[]): string {
  const made = indexes.filter(({ name }) => names.includes(name))
  return made.map(({ name, sql }) => `DROP INDEX IF EXISTS ${name}; ${sql}`).join('\n')
}

/**
 * What a store of this version has that the next one has no longer, or otherwise: the server's own tables, signatures of functions,
 * what rows say.
 */
const steps: Readonly<Record<number, string>> = {
  // All machines were rung for whatever changed, and counters had the same rows for ever.
  3: 'ALTER TABLE machines ADD COLUMN agents BIGINT[]; DROP FUNCTION ring_machines();',
  // What an agent waits for was kept with a NUL as texts have it: that is no JSON, and nobody could read the agent.
  4: "UPDATE agents SET meta = replace(meta, chr(1114109) || '0', '\\u0000') WHERE strpos(meta, chr(1114109) || '0') > 0;",
  // Words were kept in the forms in which they were written, and pictographs not at all: upkeep indexes all mail again.
  6: "DELETE FROM words; DELETE FROM facts WHERE name = 'text_seen';",
  // Refusals were told by the server, too.
  7: 'DROP FUNCTION IF EXISTS refuse(TEXT, TEXT, TEXT);',
  // The stances had another form.
  27: madeAgain(['messages_stances']),
  // Open tasks of a server were not told from completed ones.
  31: "UPDATE commissions SET open = 0 WHERE id IN (SELECT id FROM tasks WHERE status = 'completed');",
  // Copies had indexes that no list needs; counters had 16 rows a minute.
  33: `DROP INDEX IF EXISTS deliveries_message, deliveries_leased, deliveries_owing, deeds_undoable;
${madeAgain(['deliveries_held', 'deeds_actor', ...youngIndexes])}`,
  // Nobody asked for changes without events in the order in which they were stored.
  34: madeAgain(['deeds_about']),
}

/** Who was admitted may do what this version admits to, and no more. Only they add copies: others whom the owner lets read stay as they are. */
const readmit = `DO $$ DECLARE member TEXT; BEGIN
  FOR member IN SELECT DISTINCT r.rolname FROM pg_class c, aclexplode(c.relacl) x JOIN pg_roles r ON r.oid = x.grantee
    WHERE c.oid = 'deliveries'::regclass AND x.privilege_type = 'INSERT' AND x.grantee <> c.relowner
  LOOP PERFORM admit(member); END LOOP;
END $$;`

/** What a send takes follows the columns of a message: no two versions may be there at once. */
const dropSending = `DO $$ DECLARE old REGPROCEDURE; BEGIN
  FOR old IN SELECT p.oid FROM pg_proc p WHERE p.pronamespace = 'watchpost'::regnamespace AND p.proname = 'deliver'
  LOOP EXECUTE 'DROP FUNCTION ' || old; END LOOP;
END $$;`

/** Brings a store of this version to the present one, within the caller's transaction. Functions and triggers are created again. */
export function upgradeSql(from: number): string {
  const own = Object.entries(steps).filter(([version]) => Number(version) >= from)
  return [
    addedSql,
    dropSending,
    ...own.map(([, sql]) => sql),
    ...[...functions, ...triggers].map(({ sql }) => orReplace(sql)),
    closedFunctions,
    readmit,
  ].join('\n')
}
