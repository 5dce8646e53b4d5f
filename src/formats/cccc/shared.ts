import { createHash } from 'node:crypto'
import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import { isoUtc, UnreadableError } from '../fields.ts'
import type { ForeignDebate, Piece, Renewal } from '../format.ts'
import { typeOf } from './content.ts'
import { type Shared, sharedFiles } from './message.ts'

/** The author of the present debate's entry. */
export const byUs = 'watchpost'

/** The names under which a file holds its entries; the first is ours. */
const lists = {
  consensus: ['decisions', 'consensus', 'agreements', 'entries'],
  blockers: ['blockers', 'issues', 'entries'],
} as const

/** The entries of a shared file: a list, an object that contains one, or a single entry. */
export function listIn(box: Shared, value: Json): readonly Json[] | null {
  if (Array.isArray(value)) return value as readonly Json[]
  if (!isJsonObject(value)) return null
  if (box === 'topic') return Object.keys(value).length === 0 ? [] : [value]
  const name = listName(box, value)
  return name === undefined
    ? Object.keys(value).length === 0
      ? []
      : [value]
    : (value[name] as readonly Json[])
}

function listName(box: 'consensus' | 'blockers', value: JsonObject): string | undefined {
  return lists[box].find((name) => Array.isArray(value[name]))
}

/** The identity of an entry: its id, else all its fields. */
export function sharedKey(entry: JsonObject): string {
  const { id } = entry
  if (typeof id === 'string' && id !== '') return id
  return createHash('sha256').update(JSON.stringify(entry)).digest('hex').slice(0, 12)
}

export function sharedKeys(box: Shared, value: Json): readonly string[] {
  return (listIn(box, value) ?? []).flatMap((entry) => {
    if (!isJsonObject(entry)) return []
    return [box === 'topic' && entry['by'] === byUs ? topicKey(entry) : sharedKey(entry)]
  })
}

/** @throws UnreadableError if the document cannot hold entries */
export function joinShared(box: Shared, document: Json | null, entries: readonly JsonObject[]): Json {
  if (box === 'topic') return topicOf(document, entries.at(-1) ?? {})
  if (document === null || (isJsonObject(document) && Object.keys(document).length === 0))
    return { [lists[box][0]]: entries }
  if (Array.isArray(document)) return [...document, ...entries]
  const name = isJsonObject(document) ? listName(box, document) : undefined
  const list = isJsonObject(document) && name !== undefined ? document[name] : undefined
  if (!isJsonObject(document) || name === undefined || !Array.isArray(list))
    throw new UnreadableError(`it has no list named ${lists[box][0]}`)
  return { ...document, [name]: [...list, ...entries] }
}

/** A topic that another program named stays, unless a debate has newer text. */
function topicOf(document: Json | null, ours: JsonObject): Json {
  if (!isJsonObject(document) || Object.keys(document).length === 0) return ours
  const [there, here] = [document, ours].map((one) => Date.parse(String(one['timestamp'] ?? '')))
  const isLater =
    there !== undefined && here !== undefined && (there < here || (there === here && document['by'] === byUs))
  return isLater ? ours : document
}

/** A blocker that was resolved. */
export function renewShared(
  box: Shared,
  document: Json,
  renewals: ReadonlyMap<string, Renewal>,
): { readonly document: Json; readonly changed: number } {
  const list = box === 'blockers' ? listIn(box, document) : null
  if (list === null) return { document, changed: 0 }
  let changed = 0
  const next = list.map((entry): Json => {
    const value = isJsonObject(entry) ? renewals.get(sharedKey(entry))?.value : undefined
    if (!isJsonObject(entry) || value?.['status'] !== 'resolved' || entry['status'] === 'resolved')
      return entry
    changed += 1
    return { ...entry, ...value }
  })
  if (changed === 0) return { document, changed }
  const name = isJsonObject(document) ? listName('blockers', document) : undefined
  if (!isJsonObject(document)) return { document: next, changed }
  return { document: name === undefined ? (next[0] ?? null) : { ...document, [name]: next }, changed }
}

export function isResolved({ resolved, status }: JsonObject): boolean {
  return resolved === true || (typeof status === 'string' && /^(?:resolved|closed|done)$/iu.test(status))
}

/** Decisions, blockers, and the present debate. */
export function printDebates(debates: readonly ForeignDebate[]): readonly Piece[] {
  const latest = debates.reduce<ForeignDebate | undefined>(
    (last, one) => (last === undefined || one.lastAt > last.lastAt ? one : last),
    undefined,
  )
  return [
    ...debates.flatMap((debate) => [...consensusPieces(debate), ...blockerPieces(debate)]),
    ...(latest === undefined ? [] : [topicPiece(latest)]),
  ]
}

function commonOf({ task, topic, participants, rounds, id }: ForeignDebate): JsonObject {
  return { ...(task === null ? {} : { task_id: task }), topic, participants, rounds, thread: id }
}

function consensusPieces(debate: ForeignDebate): readonly Piece[] {
  const { decision, decidedBy, id } = debate
  if (decision === null) return []
  const { title, approach, decidedAt, agreement, forcedBy, summary } = decision
  const key = entryId('consensus', decidedBy ?? id)
  const value = {
    id: key,
    timestamp: isoUtc(decidedAt),
    ...commonOf(debate),
    decision: title,
    approach,
    agreement,
    ...(forcedBy === null ? {} : { decided_by: forcedBy }),
    summary,
  }
  return [{ path: sharedFiles.consensus, how: 'entry', key, value }]
}

/** A debate that goes on again no longer blocks. */
function blockerPieces(debate: ForeignDebate): readonly Piece[] {
  const { verdict, deadlockReason, stances, id, lastAt, decision } = debate
  const key = entryId('blockers', id)
  const blocked = verdict === 'deadlock'
  const value = blocked
    ? {
        id: key,
        timestamp: isoUtc(lastAt),
        ...commonOf(debate),
        reason: deadlockReason,
        positions: stances,
        status: 'open',
      }
    : {
        id: key,
        status: 'resolved',
        ...(decision === null ? {} : { resolution: decision.title }),
        resolved_at: isoUtc(lastAt),
      }
  return [{ path: sharedFiles.blockers, how: blocked ? 'entry' : 'renewal', key, value }]
}

/** The thread that the present topic names, or its task. */
export function topicName(document: Json): string | null {
  if (!isJsonObject(document)) return null
  const { context } = document
  const names = [document['thread'], document['task_id'], document['task']]
  const found = [...names, isJsonObject(context) ? context['task_id'] : null].find(
    (name) => typeof name === 'string' && name.trim() !== '',
  )
  return typeof found === 'string' ? found : null
}

/** The progress of a debate when it was written. */
function topicKey({ thread, round, status }: JsonObject): string {
  return JSON.stringify([thread, round, status])
}

function topicPiece(debate: ForeignDebate): Piece {
  const { rounds, verdict, stances, allowed, lastAt } = debate
  const value = {
    ...commonOf(debate),
    round: rounds,
    positions: stances,
    status: verdict,
    allowed: allowed.map(typeOf),
    timestamp: isoUtc(lastAt),
    by: byUs,
  }
  return { path: sharedFiles.topic, how: 'entry', key: topicKey(value), value }
}

/** An entry that came from such a file keeps the id that it has there. */
function entryId(box: Shared, id: string): string {
  return id.startsWith(`${box}/`) ? id.slice(box.length + 1) : id
}
