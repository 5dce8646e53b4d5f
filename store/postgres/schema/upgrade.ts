import { addedSql } from './schema.ts'
import { functions, indexes, orReplace, triggers } from './schema-parts.ts'

/**
 * What a store of this version has that the next one has no longer, or otherwise: the server's own tables, signatures of functions,
 * what rows say.
 */
const steps: Readonly<Record<number, string>> = {
  // All machines were rung for whatever changed, and counters had the same rows for ever.
  3: `ALTER TABLE machines ADD COLUMN agents BIGINT[]; DROP FUNCTION ring_machines();
${indexes
  .filter(({ name }) => name.endsWith('_young'))
  .map(({ sql }) => sql)
  .join('\n')}`,
  // What an agent waits for was kept with a NUL as texts have it: that is no JSON, and nobody could read the agent.
  4: "UPDATE agents SET meta = replace(meta, chr(1114109) || '0', '\\u0000') WHERE strpos(meta, chr(1114109) || '0') > 0;",
  // Words were kept in the forms in which they were written, and pictographs not at all: upkeep indexes all mail again. The log was
  // not sealed. Who may read the log may read its seals.
  6: `DELETE FROM words; DELETE FROM facts WHERE name = 'text_seen'; ${grantedSql('SELECT', 'seals')}`,
  // Refusals were told by the server, too.
  7: 'DROP FUNCTION IF EXISTS refuse(TEXT, TEXT, TEXT);',
  // The stances had another form.
  27: `DROP INDEX messages_stances; ${indexes.find(({ name }) => name === 'messages_stances')?.sql}`,
  // Nothing could be taken back.
  29: grantedSql('SELECT, INSERT, UPDATE, DELETE', 'retractions'),
  // Nothing was held back, and nobody was told of Attention by programs.
  30: `${grantedSql('SELECT, INSERT, UPDATE, DELETE', 'loops, withheld, alerts')}
${grantedSql('USAGE', 'SEQUENCE loops_id_seq')}`,
  // Open tasks of a server were not told from completed ones.
  31: "UPDATE commissions SET open = 0 WHERE id IN (SELECT id FROM tasks WHERE status = 'completed');",
}

/** Gives a new table to whoever may read the log. */
function grantedSql(rights: string, table: string): string {
  return `DO $$ DECLARE member TEXT; BEGIN
  FOR member IN SELECT DISTINCT x.grantee::regrole::text FROM pg_class c, aclexplode(c.relacl) x
    WHERE c.oid = 'deeds'::regclass AND x.privilege_type = 'SELECT' AND x.grantee NOT IN (0, c.relowner)
  LOOP EXECUTE format('GRANT ${rights} ON ${table} TO %s', member); END LOOP;
END $$;`
}

/** What a send takes follows the columns of a message: no two versions may be there at once. */
const dropSending = `DO $$ DECLARE old REGPROCEDURE; BEGIN
  FOR old IN SELECT p.oid FROM pg_proc p WHERE p.pronamespace = 'watchpost'::regnamespace AND p.proname = 'deliver'
  LOOP EXECUTE 'DROP FUNCTION ' || old; END LOOP;
END $$;`

/** Brings a store of this version to the present one, within the caller's transaction. Functions and triggers are made anew. */
export function upgradeSql(from: number): string {
  const own = Object.entries(steps).filter(([version]) => Number(version) >= from)
  return [
    addedSql,
    dropSending,
    ...own.map(([, sql]) => sql),
    ...[...functions, ...triggers].map(({ sql }) => orReplace(sql)),
  ].join('\n')
}
