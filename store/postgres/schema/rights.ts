import { idMask } from '../../../src/domain/priority.ts'
import { agents } from '../../sql/tables/agents.ts'
import { columnsBut, type EachWay } from '../../sql/tables/table.ts'
import { tables } from '../../sql/tables/tables.ts'

/** Names in a function's body mean the store's tables, whatever they mean to its caller. */
const ownNames = 'SET search_path = watchpost, pg_temp'
/** A function that may do what its caller may not: it has the rights of the store's owner. */
export const asOwner = `SECURITY DEFINER ${ownNames}`

/** What the statements of a command do with rows of a table, by the rights of the login that is connected. */
type Open = {
  /** With all columns, or all but those that the server fills: whose login it is, and when. */
  readonly adds?: true | 'unsigned'
  readonly changes?: readonly string[] | 'all'
  /** Whoever may remove rows may lock the table, too: no table of mail, of the roster or of the log has it. */
  readonly removes?: true
}

const kept: Open = { adds: true, changes: 'all' }
const desk: Open = { ...kept, removes: true }

/**
 * What a login that was admitted may do. A table that is not named here changes by functions alone, which check what they do: messages,
 * the log, the counts. Who may change every column of a table may not lock it; who may change the table may.
 */
const open: Readonly<Record<string, Open>> = {
  facts: { adds: true, changes: ['value'] },
  machines: { adds: true, changes: ['rung', 'seen_at', 'agents'], removes: true },
  agents: { changes: columnsBut(agents, 'id', 'address') },
  agent_tags: { adds: true, removes: true },
  // A send that is not as nearly all are adds its message itself. The server writes down whose login that was.
  messages: { adds: 'unsigned' },
  // What becomes of a copy is in the log: its state changes by functions.
  deliveries: {
    adds: true,
    changes: ['via', 'also_via', 'expires_at', 'held_by', 'held_until', 'attempts'],
  },
  returned: kept,
  retractions: kept,
  loops: kept,
  debates: kept,
  decisions: kept,
  queues: kept,
  commissions: kept,
  assignments: kept,
  foreign_ids: { adds: true },
  synced: kept,
  words: { adds: true, changes: ['words'], removes: true },
  approvals: { adds: true },
  nudges: { adds: true },
  postings: desk,
  withheld: desk,
  sessions: desk,
  bells: desk,
  asks: desk,
  requests: desk,
  reservations: desk,
  outbox: desk,
  groups: desk,
  channels: desk,
  posts: desk,
  subscriptions: desk,
  redispatches: desk,
  drafts: desk,
  presence: desk,
  views: desk,
  alerts: desk,
}

/** Facts that commands change. What makes the store the store is its owner's: its schema, its identity, its swarm. */
const openFacts = [
  'roster_version',
  'finished-upto',
  'swarm-definition',
  'definition-members',
  'lost-peers',
  'upkeep',
  'keys',
  'text_seen',
]

/** Of a table that both engines have. */
function columnsOf(name: string, isOpen: (said: string | EachWay) => boolean): readonly string[] {
  const { columns = {} } = tables.find((table) => table.name === name) ?? {}
  return Object.entries(columns)
    .filter(([, said]) => isOpen(said))
    .map(([column]) => column)
}

const isShared = (said: string | EachWay) => typeof said === 'string'
const isOnServer = (said: string | EachWay) => typeof said === 'string' || said.postgres !== undefined

type Right = { readonly right: string; readonly columns: readonly string[] | null }

function rightsOn(name: string, { adds, changes, removes }: Open): readonly Right[] {
  const changed = changes === 'all' ? columnsOf(name, isOnServer) : changes
  return [
    ...(adds === true ? [{ right: 'INSERT', columns: null }] : []),
    ...(adds === 'unsigned' ? [{ right: 'INSERT', columns: columnsOf(name, isShared) }] : []),
    ...(changed === undefined ? [] : [{ right: 'UPDATE', columns: changed }]),
    ...(removes ? [{ right: 'DELETE', columns: null }] : []),
  ]
}

function grantSql(name: string, rights: readonly Right[]): string {
  const said = rights.map(({ right, columns }) =>
    columns === null ? right : `${right}(${columns.join(', ')})`,
  )
  return `  EXECUTE format('GRANT ${said.join(', ')} ON ${name} TO %I', member);`
}

/** Sequences that statements of a command take numbers from. */
const openSequences = ['message_ids', 'bells_id_seq', 'loops_id_seq']

/** Whether a login that was admitted has this right to a table, a sequence or the schema, or to one column of a table. */
export function mayMember(name: string, column: string | null, right: string): boolean {
  if (name === 'tokens') return false
  if (right === 'SELECT' || right === 'EXECUTE') return true
  if (right === 'USAGE') return name === 'schema watchpost' || openSequences.includes(name)
  return rightsOn(name, open[name] ?? {}).some(
    (one) =>
      one.right === right &&
      (column === null ? one.columns === null : one.columns?.includes(column) === true),
  )
}

/** Functions that have the rights of the owner are for who was admitted: a new function is everybody's, as the server has it. */
export const closedFunctions = `DO $$ DECLARE one REGPROCEDURE; BEGIN
  FOR one IN SELECT p.oid FROM pg_proc p WHERE p.pronamespace = 'watchpost'::regnamespace AND p.prosecdef
  LOOP EXECUTE 'REVOKE EXECUTE ON FUNCTION ' || one || ' FROM PUBLIC'; END LOOP;
END $$;
`

export const rightsFunctions = `
-- What a role that does not own the store may do with it, and no more: it loses what an earlier version gave.
CREATE FUNCTION admit(member TEXT) RETURNS void LANGUAGE plpgsql ${ownNames} AS $$
BEGIN
  PERFORM dismiss(member);
  EXECUTE format('GRANT USAGE ON SCHEMA watchpost TO %I', member);
  EXECUTE format('GRANT SELECT ON ALL TABLES IN SCHEMA watchpost TO %I', member);
  EXECUTE format('GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA watchpost TO %I', member);
  EXECUTE format('REVOKE SELECT ON tokens FROM %I', member);
${Object.entries(open)
  .map(([name, rights]) => grantSql(name, rightsOn(name, rights)))
  .join('\n')}
  EXECUTE format('GRANT USAGE ON SEQUENCE ${openSequences.join(', ')} TO %I', member);
END $$;

-- Takes back all that the role may do here.
CREATE FUNCTION dismiss(member TEXT) RETURNS void LANGUAGE plpgsql ${ownNames} AS $$
BEGIN
  EXECUTE format('REVOKE ALL ON ALL TABLES IN SCHEMA watchpost FROM %I', member);
  EXECUTE format('REVOKE ALL ON ALL SEQUENCES IN SCHEMA watchpost FROM %I', member);
  EXECUTE format('REVOKE ALL ON ALL FUNCTIONS IN SCHEMA watchpost FROM %I', member);
  EXECUTE format('REVOKE ALL ON SCHEMA watchpost FROM %I', member);
END $$;

-- Whether a change is the owner's: by a statement of theirs, or within one of the functions that run as the owner.
CREATE FUNCTION is_owner(relation OID) RETURNS BOOLEAN LANGUAGE sql STABLE ${ownNames} AS $$
  SELECT pg_has_role(current_user, c.relowner, 'USAGE') FROM pg_class c WHERE c.oid = relation
$$;
CREATE FUNCTION owner_alone() RETURNS trigger LANGUAGE plpgsql ${ownNames} AS $$
BEGIN
  IF is_owner(TG_RELID) THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'only the owner of the store may change this of %', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER facts_stay BEFORE INSERT OR UPDATE ON facts FOR EACH ROW
WHEN (NEW.name NOT IN (${openFacts.map((name) => `'${name}'`).join(', ')})) EXECUTE FUNCTION owner_alone();
-- What an agent is, and what it may do, is said as it registers.
CREATE TRIGGER agents_stay BEFORE UPDATE ON agents FOR EACH ROW
WHEN (OLD.state <> 'named' AND (NEW.state = 'named' OR NEW.kind <> OLD.kind OR NEW.can_complete > OLD.can_complete))
EXECUTE FUNCTION owner_alone();

-- An earlier end takes mail away: it comes after an entry of the same change in the log, which is about this copy.
CREATE FUNCTION shortened_by_log() RETURNS trigger LANGUAGE plpgsql ${ownNames} AS $$
BEGIN
  IF is_owner(TG_RELID) THEN RETURN NEW; END IF;
  IF EXISTS(SELECT 1 FROM events e WHERE e.message_id = (NEW.rank & ${idMask}) AND e.agent_id = NEW.agent_id AND e.xact = pg_current_xact_id()) THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'the end of a copy comes earlier only with an entry in the log' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER deliveries_last BEFORE UPDATE OF expires_at ON deliveries FOR EACH ROW
WHEN (NEW.expires_at < OLD.expires_at OR (OLD.expires_at IS NULL AND NEW.expires_at IS NOT NULL)) EXECUTE FUNCTION shortened_by_log();
`
