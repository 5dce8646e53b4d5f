import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import { isSame } from '../exact.ts'
import { UnreadableError } from '../fields.ts'
import type { Format, Found, Part, Piece } from '../format.ts'
import { mergeCopies } from '../gather.ts'
import type { Parcel } from '../parcel.ts'
import { reading } from '../reading.ts'
import { localId, normalName, type Place, placeName, printMessage, readMessage } from './message.ts'
import { folderName, pathOf, placeOf } from './places.ts'

const partAt = (place: Place): Part => ({
  shape: 'document',
  read: (value, where) => readBox(value, where, place),
})

/** CCCC's mailbox protocol: a queue in and a list out for every peer, whom an orchestrator carries mail between. */
export const cccc: Format = {
  name: 'cccc',
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
  idOf: ({ uuid, ids }) => ids.find((id) => id.includes('/')) ?? ids[0] ?? `msg_${uuid}`,
  print(parcel, everywhere = false) {
    const from = parcel.meta?.['places']
    const names = Array.isArray(from) && !everywhere ? new Set(from) : null
    return placesFor(parcel)
      .filter(({ place }) => names === null || names.has(placeName(place)))
      .map(({ place, copy }) => pieceOf(parcel, place, copy))
  },
  printAgents: () => [],
  printPlaces: () => [],
  keysOf(path, value) {
    const entries = isJsonObject(value) ? (value['queue'] ?? value['sent']) : undefined
    const list = Array.isArray(entries) ? (entries as readonly Json[]) : [value]
    return list.flatMap((entry) => (isJsonObject(entry) ? [keyOf(path, entry)] : []))
  },
  join(path, document, entries) {
    const list = path.endsWith('outbox.json') ? 'sent' : 'queue'
    if (document === null) return list === 'queue' ? { queue: entries, last_read: null } : { sent: entries }
    const known = isJsonObject(document) ? (document[list] ?? []) : undefined
    if (!isJsonObject(document) || !Array.isArray(known)) throw new UnreadableError(`it has no list ${list}`)
    return { ...document, [list]: [...known, ...entries] }
  },
  delivered(path, document, wasTaken) {
    const sent = path.endsWith('outbox.json') && isJsonObject(document) ? document['sent'] : undefined
    if (!isJsonObject(document) || !Array.isArray(sent)) return null
    const isDue = (entry: Json) =>
      isJsonObject(entry) && entry['delivered'] !== true && wasTaken(keyOf(path, entry))
    if (!sent.some(isDue)) return null
    return {
      ...document,
      sent: sent.map((entry: Json) => (isDue(entry) ? { ...(entry as JsonObject), delivered: true } : entry)),
    }
  },
  merge(one, other) {
    const same = (['from', 'kind', 'body', 'sentAt'] as const).every((name) => isSame(one[name], other[name]))
    if (!same) return null
    const places = [...placesIn(one), ...placesIn(other)]
    const exact = { ...exactIn(one), ...exactIn(other) }
    const meta = {
      ...one.meta,
      ...other.meta,
      places: [...new Set(places)],
      ...(Object.keys(exact).length === 0 ? {} : { exact }),
    }
    const named = one.to.length >= other.to.length ? [one, other] : [other, one]
    const to = [...new Set(named.flatMap((parcel) => parcel.to))]
    return { ...one, to, copies: mergeCopies(one.copies, other.copies), meta }
  },
}

/** An inbox, an outbox, a list of messages or one. */
function readBox(value: Json, where: string, place: Place): readonly Found[] {
  const list = isJsonObject(value) ? (value['queue'] ?? value['sent']) : value
  const box =
    place.box !== 'loose' || !isJsonObject(value)
      ? place
      : value['sent'] !== undefined
        ? { ...place, box: 'outbox' as const }
        : place
  const read = reading((record, at) => readMessage(record, at, box))
  if (Array.isArray(list)) return list.flatMap((item: Json, at) => read(item, `${where}[${at}]`))
  if (place.box === 'inbox' || place.box === 'outbox')
    return [{ type: 'skipped', where, why: `it has no list ${place.box === 'inbox' ? 'queue' : 'sent'}` }]
  return read(value, where)
}

function placesIn({ meta }: Parcel): readonly string[] {
  const places = meta?.['places']
  return Array.isArray(places) ? (places as readonly string[]) : []
}

function exactIn({ meta }: Parcel): JsonObject {
  const exact = meta?.['exact']
  return isJsonObject(exact) ? exact : {}
}

type Placed = { readonly place: Place; readonly copy: Parcel['copies'][number] | undefined }

/** Everywhere that a message belongs. */
function placesFor(parcel: Parcel): readonly Placed[] {
  const { from, copies } = parcel
  return [
    { place: { box: 'outbox', owner: from }, copy: undefined },
    ...copies.map(
      (copy): Placed => ({
        place: { box: copy.status === 'archived' ? 'archive' : 'inbox', owner: copy.owner },
        copy,
      }),
    ),
    ...placesIn(parcel).flatMap((name): readonly Placed[] => {
      if (name === 'cccc loose') return [{ place: { box: 'loose', owner: null }, copy: undefined }]
      const [, box, owner = ''] = /^cccc (directives|archive) (.*)$/u.exec(name) ?? []
      if (box === 'directives') return [{ place: { box, owner }, copy: undefined }]
      return box === 'archive' && owner === from ? [{ place: { box, owner }, copy: undefined }] : []
    }),
  ]
}

function pieceOf(parcel: Parcel, place: Place, copy: Placed['copy']): Piece {
  const value = printMessage(parcel, place, copy)
  const path = pathOf(place, localId(parcel))
  const how = place.box === 'inbox' || place.box === 'outbox' ? 'entry' : 'file'
  return { path, how, key: keyOf(path, { ...value, from: parcel.from, id: localId(parcel) }), value }
}

/** An id is its sender's; in an outbox all are one's own. */
function keyOf(path: string, entry: JsonObject): string {
  const from = path.endsWith('outbox.json') ? folderName(path) : normalName(String(entry['from'] ?? ''))
  return `${from}/${String(entry['id'] ?? '')}`
}
