import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import { UnreadableError } from '../fields.ts'
import type { Renewal } from '../format.ts'
import { isFurther } from '../gather.ts'
import { normalName, statusOf } from './message.ts'
import { folderName, sharedAt } from './places.ts'
import { joinShared, renewShared, sharedKeys } from './shared.ts'

/** An id belongs to its sender; in an outbox all messages have the same sender. */
export function keyOf(path: string, entry: JsonObject): string {
  const from = path.endsWith('outbox.json') ? folderName(path) : normalName(String(entry['from'] ?? ''))
  return `${from}/${String(entry['id'] ?? '')}`
}

export function keysOf(path: string, value: Json): readonly string[] {
  const shared = sharedAt(path)
  if (shared !== null) return sharedKeys(shared, value)
  const entries = isJsonObject(value) ? (value['queue'] ?? value['sent']) : undefined
  const list = Array.isArray(entries) ? (entries as readonly Json[]) : [value]
  return list.flatMap((entry) => (isJsonObject(entry) ? [keyOf(path, entry)] : []))
}

/** @throws UnreadableError if the document cannot hold entries */
export function join(
  path: string,
  document: Json | null,
  entries: readonly JsonObject[],
  beside: JsonObject = {},
): Json {
  const shared = sharedAt(path)
  if (shared !== null) return joinShared(shared, document, entries)
  const list = path.endsWith('outbox.json') ? 'sent' : 'queue'
  if (document === null)
    return list === 'queue'
      ? { queue: entries, ...beside, last_read: lastRead(null, beside) }
      : { sent: entries, ...beside }
  const known = isJsonObject(document) ? (document[list] ?? []) : undefined
  if (!isJsonObject(document) || !Array.isArray(known))
    throw new UnreadableError(`it has no list named ${list}`)
  const read = lastRead(document, beside)
  return {
    ...document,
    ...(read === null ? {} : { last_read: read }),
    [list]: [...known, ...entries],
  }
}

/** The later of two read times. */
function lastRead(document: JsonObject | null, beside: JsonObject | undefined): Json {
  const [there = null, ours = null] = [document?.['last_read'], beside?.['last_read']]
  if (typeof ours !== 'string') return there
  return typeof there === 'string' && Date.parse(there) >= Date.parse(ours) ? there : ours
}

/** Statuses in an inbox, each at its furthest; mail archived here leaves the inbox. */
export function renew(
  path: string,
  document: Json,
  renewals: ReadonlyMap<string, Renewal>,
): { readonly document: Json; readonly changed: number } {
  const shared = sharedAt(path)
  if (shared !== null) return renewShared(shared, document, renewals)
  const queue = path.endsWith('inbox.json') && isJsonObject(document) ? document['queue'] : undefined
  if (!isJsonObject(document) || !Array.isArray(queue)) return { document, changed: 0 }
  let changed = 0
  let read = document['last_read'] ?? null
  const next = queue.flatMap((entry: Json): readonly Json[] => {
    const renewal = isJsonObject(entry) ? renewals.get(keyOf(path, entry)) : undefined
    if (!isJsonObject(entry) || renewal === undefined) return [entry]
    const status = renewal.value?.['status']
    if (renewal.value !== null && !(typeof status === 'string' && isBehind(entry, status))) return [entry]
    changed += 1
    read = lastRead({ last_read: read }, renewal.beside)
    return renewal.value === null ? [] : [{ ...entry, status: status ?? null }]
  })
  if (changed === 0) return { document, changed }
  return { document: { ...document, queue: next, ...(read === null ? {} : { last_read: read }) }, changed }
}

function isBehind(entry: JsonObject, status: string): boolean {
  const there = entry['status']
  return isFurther(statusOf(status), statusOf(typeof there === 'string' ? there : 'unread'))
}

/** An outbox with its delivered messages marked; `null` if nothing changes. */
export function delivered(path: string, document: Json, wasTaken: (key: string) => boolean): Json | null {
  const sent = path.endsWith('outbox.json') && isJsonObject(document) ? document['sent'] : undefined
  if (!isJsonObject(document) || !Array.isArray(sent)) return null
  const isDue = (entry: Json) =>
    isJsonObject(entry) && entry['delivered'] !== true && wasTaken(keyOf(path, entry))
  if (!sent.some(isDue)) return null
  return {
    ...document,
    sent: sent.map((entry: Json) => (isDue(entry) ? { ...(entry as JsonObject), delivered: true } : entry)),
  }
}
