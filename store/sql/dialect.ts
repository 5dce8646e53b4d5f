import { boxes } from '../../src/domain/delivery.ts'

/** A word of the shared statements, and how each engine says it; where it is left out, as it is written. */
type Word = { readonly of: RegExp; readonly sqlite?: Said; readonly postgres?: Said }
type Said = string | ((word: string, ...parts: readonly string[]) => string)

/** The box of a copy, asked one by one: SQLite would build a list of boxes as a table at every lookup. */
function probes(agent: string, rank: string): string {
  const looks = boxes.map(
    (_, box) =>
      `(SELECT ${box} FROM deliveries WHERE agent_id = ${agent} AND box = ${box} AND rank = ${rank})`,
  )
  return `coalesce(${looks.join(', ')})`
}

const words: readonly Word[] = [
  // SQLite reads tables in the order that is written, and by the index that is named. PostgreSQL chooses both by itself.
  { of: /\bCROSS JOIN\b/gu, postgres: 'JOIN' },
  { of: / INDEXED BY \w+/gu, postgres: '' },
  // The box of a copy, if it is there: PostgreSQL finds a copy by its agent and rank.
  {
    of: /\b(\w+\.box = )box_of\(([^,()]+), ([^()]+)\)/gu,
    sqlite: `$1${probes('$2', '$3')}`,
    postgres: 'TRUE',
  },
  // One walk along an index, by rank. SQLite merges walks; PostgreSQL allows a lock only within a query of its own.
  {
    of: /\bwalk\[([^\]]*?)( FOR UPDATE OF d SKIP LOCKED)?\]/gu,
    sqlite: '$1',
    postgres: 'SELECT * FROM ($1 ORDER BY d.rank LIMIT @limit$2) b',
  },
  // SQLite locks the file.
  { of: / FOR UPDATE\b(?: OF \w+)?(?: SKIP LOCKED)?/gu, sqlite: '' },
  // It sees no value of a limit that is a sum, so it does not prepare the statement again for each value.
  { of: /\bLIMIT (\?|@\w+)/gu, sqlite: 'LIMIT $1 + 0' },

  // Functions.
  { of: /\bleast\(/gu, sqlite: 'min(' },
  { of: /\bgreatest\(/gu, sqlite: 'max(' },
  { of: /\bstrpos\(/gu, sqlite: 'instr(' },
  { of: /\bstarts_with\(([\w.]+), '([^']*)'\)/gu, sqlite: "$1 GLOB '$2*'" },

  // JSON: lists, a text by its path, a number by two places, the tags of an agent and of a message.
  { of: /\b(?:texts|numbers)\(/gu, sqlite: 'json_each(' },
  {
    of: /\btext_at\(([\w.]+), ([\w.]+)\)/gu,
    sqlite: "($1 ->> '$$.$2')",
    postgres: (_, column, path = '') => `(readable(${column})::json #>> '{${path.replaceAll('.', ',')}}')`,
  },
  {
    of: /\bnumber_at\(([\w.]+), (\d+), (\d+)\)/gu,
    sqlite: "($1 ->> '$$[$2][$3]')",
    postgres: "(readable($1)::json #>> '{$2,$3}')::bigint",
  },
  {
    of: /\btags_held\(([\w.]+)\)/gu,
    sqlite:
      '(SELECT json_group_array(tag) FROM (SELECT tag FROM agent_tags WHERE agent_id = $1 ORDER BY tag))',
    postgres: "(SELECT coalesce(json_agg(tag ORDER BY tag)::text, '[]') FROM agent_tags WHERE agent_id = $1)",
  },
  {
    of: /\btags_of\(([\w.]+)\) (\w+)/gu,
    sqlite: "json_each(CASE WHEN json_valid($1) THEN $1 END, '$$.tags') $2",
    postgres: "json_array_elements_text(readable($1)::json -> 'tags') $2(value)",
  },

  // The address of an agent beside a row. To SQLite a name that is not remembered is a look that waits for nothing.
  {
    of: /\bname_beside\(([\w.]+)\)/gu,
    sqlite: 'NULL',
    postgres: '(SELECT n.address FROM agents n WHERE n.id = $1)',
  },

  // The events of a change: SQLite has no index of all of them.
  {
    of: /\bof_deed\((\w+), (\w+)\)/gu,
    sqlite: '($1.seq = $2.first_event OR ($1.later = 1 AND $1.deed_id = $2.id))',
    postgres: '$1.deed_id = $2.id',
  },

  // How far numbers and times of changes may differ in their order: SQLite stores one change after another.
  { of: /\bout_of_order\b/gu, sqlite: '0', postgres: '1000' },

  // What triggers count. A partial index of SQLite serves the words that made it, and no others.
  {
    of: /\blasting_unread\b/gu,
    sqlite: '(SELECT agent_id, what AS priority, copies AS lasting FROM tallies WHERE what < 4)',
    postgres: 'unread',
  },
  {
    of: /\bowed_answers\b/gu,
    sqlite: '(SELECT agent_id, copies AS owed FROM tallies WHERE what = 4)',
    postgres: 'debts',
  },
  { of: /\bpressing\b/gu, sqlite: 'tallies' },
  { of: /\bowing_only\b/gu, sqlite: '5', postgres: '0' },
  { of: /\burgent_only\b/gu, sqlite: '6', postgres: '1' },
  { of: /\bowing_and_urgent\b/gu, sqlite: '7', postgres: '2' },
  {
    of: /\bitems_in\((\w+), (\d+)\)/gu,
    sqlite:
      'coalesce((SELECT c.copies FROM tallies c WHERE c.agent_id = $1.agent_id AND c.what = 10 + $2), 0)',
    postgres: 'coalesce((SELECT c.items FROM queued c WHERE c.agent_id = $1.agent_id AND c.box = $2), 0)',
  },
  {
    of: /\bowes_answer\((\w+)\)/gu,
    sqlite: '$1.owes = 1 AND ($1.box < 3 OR $1.box = 6) AND $1.was IS NOT 4',
    postgres: '$1.owes = 1 AND $1.box IN (0, 1, 2, 6) AND $1.was IS DISTINCT FROM 4',
  },

  // Moments. SQLite's are numbers; on PostgreSQL numbers do not come in the order of what is stored.
  {
    of: /\bcurrent_moment\b/gu,
    sqlite: '(SELECT coalesce(max(id), 0) FROM messages)',
    postgres: 'pg_current_snapshot()',
  },
  { of: /\bseen_moment\b/gu, sqlite: 'newest', postgres: 'seen' },
  {
    of: /\bwas_there\((\w+), (@\w+)\)/gu,
    sqlite: '$1.id <= $2',
    postgres: 'pg_visible_in_snapshot($1.xact, $2::text::pg_snapshot)',
  },
  { of: /\bfirst_after\((@\w+), (@\w+)\)/gu, sqlite: '(max($1, $2) + 1)', postgres: '0' },
]

/** A shared statement as an engine says it. */
export function spoken(engine: 'sqlite' | 'postgres', sql: string): string {
  return words.reduce((text, { of, [engine]: said }) => {
    if (said === undefined) return text
    return typeof said === 'string' ? text.replace(of, said) : text.replace(of, said)
  }, sql)
}
