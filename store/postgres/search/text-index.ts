import { learnNames, noteName } from '../../sql/rows/names.ts'
import { type Document, documentOf, searchedCharacters, sourceColumns } from '../../sql/search/documents.ts'
import { type FacetSource, recipientsOf } from '../../sql/search/search-facets.ts'
import { inTurn, mapped } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'
import { shared } from '../engine/shared.ts'
import { vectorOf } from './vectors.ts'

export { asIndexed, searchedCharacters } from '../../sql/search/documents.ts'

export type TextIndex = {
  /** How many messages the index does not have yet. */
  behind(): Promise<number>
  /** Indexes the oldest slice of them; `true` while more is left. */
  step(): Promise<boolean>
  /** These messages as the index has them, or would. */
  documents(ids: readonly number[]): Promise<readonly Document[]>
  /** Those that it does not have yet with ids between both (exclusive), newest first. */
  tail(above: number, below: number, most: number): Promise<readonly Document[]>
}

const sliceRows = 64
const sliceCharacters = 250_000

/** Of so many characters at most: the names of many recipients are asked for once for all messages. */
const fewRecipients = 400
const columns = `${sourceColumns}, substr(m.body, 1, ${searchedCharacters}) AS body,
  CASE WHEN length(m.recipients) <= ${fewRecipients} THEN (SELECT json_agg(json_build_array(a.id, a.address))::text FROM agents a
    WHERE a.id IN (SELECT m.sender_id UNION ALL SELECT value FROM numbers(m.recipients))) END AS names`

/**
 * Messages are indexed by whoever tends, in the order of their ids. Those of later transactions than the last whole round saw
 * may lack: a lower id may have been stored after a higher one.
 */
const lacking = (seen: string, of = '') => `m.xact >= pg_snapshot_xmin(${seen}::pg_snapshot)
  AND NOT EXISTS(SELECT 1 FROM ${of}words w WHERE w.message_id = m.id) AND NOT EXISTS(SELECT 1 FROM ${of}cold c WHERE c.message_id = m.id)`
const nothingSeen = '1:1:'
const fact = 'text_seen'

const seenIn = (of: string) =>
  `coalesce((SELECT value FROM ${of}facts WHERE name = '${fact}'), '${nothingSeen}')`

/** Messages that the index does not have yet, up to a limit. `of`: the schema, with its point. */
export function unindexedSql(of: string, most: number): string {
  return `SELECT 1 FROM ${of}messages m WHERE ${lacking(seenIn(of), of)} LIMIT ${most}`
}

const unindexed = lacking(seenIn(''))
const sliceSql = `SELECT ${columns} FROM messages m WHERE ${unindexed} AND m.id > @last ORDER BY m.id LIMIT ${sliceRows + 1}`

type Source = FacetSource & {
  readonly body: string
  /** JSON array of numbers with their addresses, where they are few. */
  readonly names: string | null
}

export function openTextIndex(connection: Connection): TextIndex {
  /** The moment of its first slice, and the last id of its last one: the slices before it are not looked at again. */
  let round: { readonly began: string; readonly last: number } | null = null

  async function documentsOf(sources: readonly Source[]): Promise<readonly Document[]> {
    const at = shared(connection)
    for (const { names } of sources)
      for (const [id, address] of JSON.parse(names ?? '[]') as readonly [number, string][])
        noteName(at, id, address)
    const named = sources.flatMap((source) => [source.sender_id, ...recipientsOf(source)])
    await inTurn(learnNames(at, named))
    return inTurn(mapped(sources, (source) => documentOf(at, source, source.body)))
  }

  return {
    async behind() {
      const sql = `SELECT count(*) FROM messages m WHERE ${unindexed}`
      return (await connection.column(sql).get()) as number
    },
    async step() {
      const last = round?.last ?? 0
      // What is stored meanwhile, also with a lower id, is looked for by the next round.
      const [now, found] = await connection.read(async (at) =>
        Promise.all([
          at.column('SELECT pg_current_snapshot()::text').get() as Promise<string>,
          at.statement(sliceSql).all({ last }) as Promise<readonly Source[]>,
        ]),
      )
      const began = round?.began ?? now
      const slice = await documentsOf(found.slice(0, fitting(found)))
      const isAll = slice.length === found.length
      if (isAll && found.length === 0 && round === null) return false
      await connection.single(() => addWords(connection, slice, isAll ? began : null))
      round = isAll ? null : { began, last: slice.at(-1)?.id ?? last }
      return !isAll
    },
    async documents(ids) {
      const sql = `SELECT ${columns} FROM messages m WHERE m.id = ANY(?::bigint[])`
      return documentsOf((await connection.statement(sql).all(ids)) as readonly Source[])
    },
    async tail(above, below, most) {
      const sql = `SELECT ${columns} FROM messages m WHERE ${unindexed} AND m.id > @above AND m.id < @below ORDER BY m.id DESC LIMIT @most`
      const found = await connection.statement(sql).all({ above, below, most })
      return documentsOf(found as readonly Source[])
    },
  }
}

/** As many of the first as one slice may have characters, at least one. */
function fitting(sources: readonly Source[]): number {
  let characters = 0
  const end = sources.findIndex(({ body }, at) => {
    characters += body.length
    return at >= sliceRows || (at > 0 && characters > sliceCharacters)
  })
  return end < 0 ? sources.length : end
}

/** @param seen what the index has seen by it, where that is known */
async function addWords(
  connection: Connection,
  documents: readonly Document[],
  seen: string | null,
): Promise<void> {
  const sql = `WITH added AS (
  INSERT INTO words(message_id, words) SELECT * FROM unnest(?::bigint[], ?::tsvector[]) ON CONFLICT DO NOTHING)
INSERT INTO facts(name, value) SELECT ?, s.seen FROM (SELECT ?::text AS seen) s WHERE s.seen IS NOT NULL
ON CONFLICT(name) DO UPDATE SET value = excluded.value`
  await connection.statement(sql).run(
    documents.map(({ id }) => id),
    documents.map(vectorOf),
    fact,
    seen,
  )
}
