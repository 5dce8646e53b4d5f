import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import { isSame } from '../exact.ts'
import type { Format, Found, Part } from '../format.ts'
import { mergeCopies } from '../gather.ts'
import type { Parcel } from '../parcel.ts'
import { reading } from '../reading.ts'
import { delivered, join, keysOf, renew } from './documents.ts'
import { dueOf, normalName, type Place, readMessage, sharedFiles } from './message.ts'
import { piecesOf, placesIn } from './pieces.ts'
import { inboxBeside, placeOf } from './places.ts'
import { printDebates, topicName } from './shared.ts'
import { readShared } from './shared-read.ts'

const partAt = (place: Place): Part => ({
  shape: 'document',
  read: (value, where) =>
    place.box === 'consensus' || place.box === 'blockers' || place.box === 'topic'
      ? readShared(value, where, place.box)
      : readBox(value, where, place),
})

/** CCCC's mailbox protocol: an inbox and an outbox for every peer; an orchestrator carries mail between them. */
export const cccc: Format = {
  name: 'cccc',
  files: 'PEER/inbox.json, outbox.json, archive/*.json and shared/*.json',
  within: ['.cccc/mailbox', 'mailbox'],
  loses: [
    'cc',
    'kind',
    'priority',
    'fromKind',
    'subject',
    'payload',
    'context',
    'task',
    'attachments',
    'tags',
    'swarm',
    'expiresAt',
    'thread',
    'copies',
  ],
  partOf(path) {
    const place = placeOf(path)
    return place === null ? null : partAt(place)
  },
  partNamed: (name) => ({
    shape: name.endsWith('.jsonl') ? 'lines' : 'document',
    read: partAt({ box: 'loose', owner: null }).read,
  }),
  order: 'time',
  unknownName: () => 'agent',
  lifetime: () => null,
  // As when reading: an id belongs to its sender.
  idOf: ({ uuid, ids, from }) => ids.find((id) => id.includes('/')) ?? `${normalName(from)}/msg_${uuid}`,
  print: (parcel, everywhere = false) => piecesOf(parcel, everywhere),
  printAgents: () => [],
  printPlaces: () => [],
  printDebates,
  keysOf,
  join,
  renew,
  delivered,
  takenFrom: inboxBeside,
  topic: { path: sharedFiles.topic, nameIn: topicName },
  merge(one, other) {
    const same = (['from', 'kind', 'body', 'sentAt'] as const).every((name) => isSame(one[name], other[name]))
    if (!same) return null
    const places = [...placesIn(one), ...placesIn(other)]
    const meta = {
      ...one.meta,
      ...other.meta,
      places: [...new Set(places)],
      ...bothOf(one, other, 'exact'),
      ...bothOf(one, other, 'around'),
    }
    const named = one.to.length >= other.to.length ? [one, other] : [other, one]
    const to = [...new Set(named.flatMap((parcel) => parcel.to))]
    return { ...one, to, copies: mergeCopies(one.copies, other.copies), meta }
  },
}

function bothOf(one: Parcel, other: Parcel, name: 'exact' | 'around'): JsonObject {
  const [first, second] = [one, other].map(({ meta }) => (isJsonObject(meta?.[name]) ? meta[name] : {}))
  const both = { ...first, ...second }
  return Object.keys(both).length === 0 ? {} : { [name]: both }
}

/** An inbox, an outbox, a list of messages, or one message. */
function readBox(value: Json, where: string, place: Place): readonly Found[] {
  const list = isJsonObject(value) ? (value['queue'] ?? value['sent']) : value
  const box =
    place.box !== 'loose' || !isJsonObject(value)
      ? place
      : value['sent'] !== undefined
        ? { ...place, box: 'outbox' as const }
        : place
  if (Array.isArray(list)) {
    const around = aroundIn(value)
    const read = reading((record, at) => readMessage(record, at, box, around))
    const { owner } = box
    if (box.box !== 'outbox' || owner === null)
      return list.flatMap((item: Json, at) => read(item, `${where}[${at}]`))
    return list.flatMap((item: Json, at) =>
      read(item, `${where}[${at}]`).map((one) => handedOver(one, item, owner)),
    )
  }
  if (place.box === 'inbox' || place.box === 'outbox')
    return [
      { type: 'skipped', where, why: `it has no list named ${place.box === 'inbox' ? 'queue' : 'sent'}` },
    ]
  return reading((record, at) => readMessage(record, at, box))(value, where)
}

function handedOver(found: Found, entry: Json, folder: string): Found {
  if (found.type !== 'parcel' && found.type !== 'skipped') return found
  // A folder's name may differ from its peer's where that would lead elsewhere.
  return { ...found, due: dueOf(entry, found.type === 'parcel' ? found.parcel.from : folder) }
}

/** The fields of a document beside its list. */
function aroundIn(value: Json): JsonObject {
  if (!isJsonObject(value)) return {}
  const { queue: _queue, sent: _sent, ...around } = value
  return around['last_read'] === null ? withoutLastRead(around) : around
}

function withoutLastRead({ last_read: _none, ...around }: JsonObject): JsonObject {
  return around
}
