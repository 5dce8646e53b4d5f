import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import type { Kind } from '../../domain/kind.ts'
import { own } from '../../domain/own.ts'
import {
  given,
  isMoment,
  optionalText,
  requiredName,
  requiredTime,
  requireRecord,
  texts,
  UnreadableError,
} from '../fields.ts'
import type { Format, Found, Part, ReadRecord } from '../format.ts'
import { nameIn, subjectOf } from '../names.ts'
import { emptyParcel, type Parcel, type ParcelCopy, unreadCopy } from '../parcel.ts'
import { mergedWhere, readOnly } from '../read-only.ts'
import { reading } from '../reading.ts'

const place = /^(?:archive\/[^/]+\/)?hcom\.db$/u

function storeAt(path: string): Part {
  return { shape: 'rows', database: 'hcom', read: () => [], follows: { key: path, begin: openReader } }
}

/** hcom: one list of events in SQLite; its archive has the same of earlier sessions. */
export const hcom: Format = {
  name: 'hcom',
  files: 'hcom.db and archive/SESSION/hcom.db',
  ...readOnly,
  isImportedOnly: true,
  partOf: (path) => (place.test(path) ? storeAt(path) : null),
  partNamed: storeAt,
  // What is known of an agent now comes after what was known earlier.
  rankOf: (path) => (path.startsWith('archive/') ? 0 : 1),
  merge: mergedWhere(['from', 'body', 'sentAt']),
}

/** What is known of a database while its records are read. */
type Memory = {
  /** How far each agent has read, by the number of an event. */
  readonly cursors: Map<string, number>
  readonly living: Set<string>
  /** The ids of messages, by the number of their event: numbers begin anew in each database. */
  readonly ids: Map<number, string>
}

function openReader(): ReadRecord {
  const memory: Memory = { cursors: new Map(), living: new Set(), ids: new Map() }
  return reading((record, where) => readRow(record, where, memory))
}

/** @throws UnreadableError */
function readRow(record: JsonObject, where: string, memory: Memory): readonly Found[] {
  switch (record['type']) {
    case 'agent':
      return readAgent(record, where, memory)
    case 'stopped':
      return readStopped(record, where, memory)
    case 'message':
      return [{ type: 'parcel', where, parcel: parcelOf(record, memory) }]
    default:
      throw new UnreadableError(String(record['problem'] ?? 'it is no record of the store'))
  }
}

function readAgent(record: JsonObject, where: string, { cursors, living }: Memory): readonly Found[] {
  const name = requiredName(record, 'name')
  cursors.set(name, numberIn(record['cursor']))
  living.add(name)
  return [agentFound(record, where, name, 'frozen')]
}

/** An agent that stopped: its last record is in the event. One that came back is known already. */
function readStopped(record: JsonObject, where: string, { cursors, living }: Memory): readonly Found[] {
  const name = requiredName(record, 'name')
  const data = dataOf(record)
  const snapshot = data['snapshot']
  if (living.has(name) || !isJsonObject(snapshot)) return []
  cursors.set(name, numberIn(snapshot['last_event_id']))
  return [agentFound(snapshot, where, name, 'dead')]
}

function agentFound(record: JsonObject, where: string, name: string, state: 'frozen' | 'dead'): Found {
  const tag = optionalText(record, 'tag')
  const seen = numberIn(given(record, 'lastSeen', 'last_seen'))
  return {
    type: 'agent',
    where,
    agent: {
      address: addressOf(name),
      role: null,
      swarm: null,
      session: null,
      state,
      tags: tag === null || tag === '' ? [] : [tag],
      lastSeen: seen > 0 && isMoment(seen * 1000) ? seen * 1000 : null,
    },
  }
}

const kinds: Readonly<Record<string, Kind>> = { request: 'request', ack: 'response', inform: 'notification' }

function parcelOf(record: JsonObject, memory: Memory): Parcel {
  const data = dataOf(record)
  const number = numberIn(record['id'])
  const sentAt = requiredTime(record, 'timestamp')
  const sender = requiredName(data, 'from')
  const body = optionalText(data, 'text') ?? ''
  const isSystem = data['sender_kind'] === 'system' || sender.startsWith('[')
  const id = `hcom-${number}-${sentAt}`
  memory.ids.set(number, id)
  const owners = [...new Set([...texts(data, 'delivered_to'), ...texts(data, 'mentions')])].filter(
    (name) => name !== sender,
  )
  const { from: _from, text: _text, delivered_to: _to, mentions: _mentions, ...more } = data
  return {
    ...emptyParcel,
    id,
    from: isSystem ? 'system' : addressOf(sender),
    to: owners.map(addressOf),
    kind: own(kinds, optionalText(data, 'intent') ?? '') ?? 'notification',
    subject: subjectOf(body),
    body,
    sentAt,
    replyTo: memory.ids.get(numberIn(data['reply_to_local'])) ?? null,
    thread: optionalText(data, 'thread'),
    copies: owners.map((name) => copyOf(name, number, memory)),
    meta: { hcom: isSystem ? { ...more, from: sender } : more },
  }
}

/** An agent of whose end nothing is known has nothing unread, as in hcom. */
function copyOf(name: string, number: number, { cursors }: Memory): ParcelCopy {
  const isUnread = (cursors.get(name) ?? Number.POSITIVE_INFINITY) < number && !isPerson(name)
  return { ...unreadCopy, owner: addressOf(name), status: isUnread ? 'unread' : 'read' }
}

function dataOf(record: JsonObject): JsonObject {
  let value: Json
  try {
    value = JSON.parse(String(record['data'])) as Json
  } catch {
    throw new UnreadableError('its data is not JSON')
  }
  return requireRecord(value)
}

/** Whoever has typed the message; with a device after it if it came from another one. */
function isPerson(name: string): boolean {
  return /^bigboss(?::|$)/iu.test(name)
}

function addressOf(name: string): string {
  return isPerson(name) ? 'overseer' : nameIn(name)
}

function numberIn(value: Json | undefined): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0
}
