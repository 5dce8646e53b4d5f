import { boxes } from '../../src/domain/delivery.ts'

/** One word of the shared statements, and how an engine says it. */
type Word = readonly [of: RegExp, said: string]

/** The box of a copy, asked one by one: SQLite would build a list of boxes as a table at every lookup. */
function probes(agent: string, rank: string): string {
  const looks = boxes.map(
    (_, box) =>
      `(SELECT ${box} FROM deliveries WHERE agent_id = ${agent} AND box = ${box} AND rank = ${rank})`,
  )
  return `coalesce(${looks.join(', ')})`
}

/**
 * SQLite reads the tables of CROSS JOIN in the order that is written. Of several values it takes the least with min. It sees no
 * value of a limit that is a sum, so it does not prepare the statement again for each value.
 */
const sqlite: readonly Word[] = [
  [/\bbox_of\(([^,()]+), ([^()]+)\)/gu, probes('$1', '$2')],
  [/\btext_at\(([\w.]+), ([\w.]+)\)/gu, "($1 ->> '$$.$2')"],
  [/\bnumber_at\(([\w.]+), (\d+), (\d+)\)/gu, "($1 ->> '$$[$2][$3]')"],
  [/\bof_deed\((\w+), (\w+)\)/gu, '($1.seq = $2.first_event OR ($1.later = 1 AND $1.deed_id = $2.id))'],
  [/\bowed_answers\b/gu, '(SELECT agent_id, copies AS owed FROM tallies WHERE what = 4)'],
  [
    /\blasting_unread\b/gu,
    '(SELECT agent_id, what AS priority, copies AS lasting FROM tallies WHERE what < 4)',
  ],
  [/\bowes_answer\((\w+)\)/gu, '$1.owes = 1 AND ($1.box < 3 OR $1.box = 6) AND $1.was IS NOT 4'],
  [/\bwalk\[([^\]]*)\]/gu, '$1'],
  [/\btags_of\(([\w.]+)\)/gu, "json_each(CASE WHEN json_valid($1) THEN $1 END, '$$.tags')"],
  [/\bstarts_with\(([\w.]+), '([^']*)'\)/gu, "$1 GLOB '$2*'"],
  [/\bowes_answer\((\w+)\)/gu, '$1.owes = 1 AND ($1.box < 3 OR $1.box = 6) AND $1.was IS NOT 4'],
  [/\bpressing\b/gu, 'tallies'],
  [/\bowing_only\b/gu, '5'],
  [/\burgent_only\b/gu, '6'],
  [/\bowing_and_urgent\b/gu, '7'],
  [
    /\bitems_in\((\w+), (\d+)\)/gu,
    'coalesce((SELECT c.copies FROM tallies c WHERE c.agent_id = $1.agent_id AND c.what = 10 + $2), 0)',
  ],
  [/\bcurrent_moment\b/gu, '(SELECT coalesce(max(id), 0) FROM messages)'],
  [/\bseen_moment\b/gu, 'newest'],
  [/\bwas_there\((\w+), (@\w+)\)/gu, '$1.id <= $2'],
  [/\bfirst_after\((@\w+), (@\w+)\)/gu, '(max($1, $2) + 1)'],
  [/ FOR UPDATE\b(?: OF \w+)?(?: SKIP LOCKED)?/gu, ''],
  [/\bstrpos\(/gu, 'instr('],
  [/\bleast\(/gu, 'min('],
  [/\bgreatest\(/gu, 'max('],
  [/\b(?:texts|numbers)\(/gu, 'json_each('],
  [/\bLIMIT (\?|@\w+)/gu, 'LIMIT $1 + 0'],
]

/** PostgreSQL chooses orders and indexes by itself. */
const postgres: readonly Word[] = [
  [/\bowes_answer\((\w+)\)/gu, '$1.owes = 1 AND $1.box IN (0, 1, 2, 6) AND $1.was IS DISTINCT FROM 4'],
  [/\bowed_answers\b/gu, 'debts'],
  // A lock is allowed only within a query of its own.
  [
    /\bwalk\[([^\]]*?)( FOR UPDATE OF d SKIP LOCKED)?\]/gu,
    'SELECT * FROM ($1 ORDER BY d.rank LIMIT @limit$2) b',
  ],
  [/\btags_of\(([\w.]+)\) (\w+)/gu, "json_array_elements_text(readable($1)::json -> 'tags') $2(value)"],
  [/\bowes_answer\((\w+)\)/gu, '$1.owes = 1 AND $1.box IN (0, 1, 2, 6) AND $1.was IS DISTINCT FROM 4'],
  [/\bowing_only\b/gu, '0'],
  [/\burgent_only\b/gu, '1'],
  [/\bowing_and_urgent\b/gu, '2'],
  [/\blasting_unread\b/gu, 'unread'],
  [
    /\bitems_in\((\w+), (\d+)\)/gu,
    'coalesce((SELECT c.items FROM queued c WHERE c.agent_id = $1.agent_id AND c.box = $2), 0)',
  ],
  [/\bcurrent_moment\b/gu, 'pg_current_snapshot()'],
  [/\bseen_moment\b/gu, 'seen'],
  [/\bwas_there\((\w+), (@\w+)\)/gu, 'pg_visible_in_snapshot($1.xact, $2::text::pg_snapshot)'],
  // Numbers do not come in the order of what is stored.
  [/\bfirst_after\(@\w+, @\w+\)/gu, '0'],
  [/\bof_deed\((\w+), (\w+)\)/gu, '$1.deed_id = $2.id'],
  [/\b\w+\.box = box_of\([^,()]+, [^()]+\)/gu, 'TRUE'],
  [/\btext_at\(([\w.]+), (\w+)\)/gu, "(readable($1)::json ->> '$2')"],
  [/\btext_at\(([\w.]+), (\w+)\.(\w+)\.(\w+)\)/gu, "(readable($1)::json #>> '{$2,$3,$4}')"],
  [/\btext_at\(([\w.]+), (\w+)\.(\w+)\)/gu, "(readable($1)::json #>> '{$2,$3}')"],
  [/\bnumber_at\(([\w.]+), (\d+), (\d+)\)/gu, "(readable($1)::json #>> '{$2,$3}')::bigint"],
  [/\bCROSS JOIN\b/gu, 'JOIN'],
  [/ INDEXED BY \w+/gu, ''],
]

const dialects = { sqlite, postgres }

/** A shared statement as an engine says it. */
export function spoken(engine: keyof typeof dialects, sql: string): string {
  return dialects[engine].reduce((text, [word, said]) => text.replace(word, said), sql)
}
