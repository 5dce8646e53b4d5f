import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import { isSame } from '../exact.ts'
import { UnreadableError } from '../fields.ts'
import type { Format, Part } from '../format.ts'
import { mergeCopies } from '../gather.ts'
import { reading, readingList } from '../reading.ts'
import { agentBead, readAgent } from './agent.ts'
import { backedUpLabels, isTableBeside } from './backup.ts'
import { printBead, readBead, restatedBead, stateOfBead } from './bead.ts'
import { printMail, readMail } from './message.ts'
import { partId, partsOf } from './parts.ts'
import { otherIdsOf, placeType, printPlace, readPlace } from './place.ts'

const beads = 'issues.jsonl'
const mails = 'mail.json'

/** A bead has a title, a message a subject. Beads that are not mail are skipped. */
const read = reading((record, where) => {
  const place = placeType(record)
  if (place !== null) return readPlace(record, where, place)
  if (agentBead(record)) return readAgent(record, where)
  if (!Object.hasOwn(record, 'title')) return readMail(record, where)
  const labels = Array.isArray(record['labels']) ? record['labels'] : []
  const isMail = record['issue_type'] === 'message' || labels.includes('gt:message')
  return isMail ? readBead(record, where) : []
})
const lines: Part = { shape: 'lines', read }
const document: Part = { shape: 'document', read: readingList(read) }

/** Gas Town: the output of `gt mail inbox --json`, and message beads with their labels as `bd export` writes them. */
export const gastown: Format = {
  name: 'gastown',
  files: 'issues.jsonl and other *.jsonl, and *.json',
  loses: [
    'to',
    'cc',
    'kind',
    'subject',
    'fromKind',
    'payload',
    'context',
    'attachments',
    'tags',
    'swarm',
    'task',
    'expiresAt',
    'copies',
  ],
  partOf(path) {
    if (isTableBeside(path)) return null
    return path.endsWith('.jsonl') ? lines : path.endsWith('.json') ? document : null
  },
  completing: backedUpLabels,
  partNamed: (name) => (name.endsWith('.jsonl') ? lines : document),
  order: 'time',
  unknownName: () => 'agent',
  lifetime: () => null,
  person: 'overseer',
  states: { stateOf: stateOfBead, restated: restatedBead },
  parts: partsOf,
  idOf({ uuid, ids }, owner) {
    const part = owner === null ? null : partId(uuid, owner)
    if (part !== null && ids.includes(part)) return part
    return ids.find((id) => !id.startsWith(`hq-wp-${uuid}.`)) ?? `hq-wp-${uuid}`
  },
  print(parcel, everywhere = false) {
    const { id } = parcel
    const shape = parcel.meta?.['shape']
    // A listing that was printed once is nothing that others look at: in step, the beads alone say what is.
    if (everywhere && shape !== 'mail')
      return [{ path: beads, how: 'line', key: id, value: printBead(parcel) }]
    return [
      ...(shape === 'mail' ? [] : [{ path: beads, how: 'line' as const, key: id, value: printBead(parcel) }]),
      ...(shape === 'bead'
        ? []
        : [{ path: mails, how: 'entry' as const, key: id, value: printMail(parcel) }]),
    ]
  },
  printAgents: () => [],
  printPlaces: (places) =>
    places.map((place) => {
      const value = printPlace(place)
      return { path: beads, how: 'line', key: String(value['id']), value, otherKeys: otherIdsOf(place) }
    }),
  keysOf(_path, value) {
    const all = Array.isArray(value) ? (value as readonly Json[]) : [value]
    return all.flatMap((one) => (isJsonObject(one) && typeof one['id'] === 'string' ? [one['id']] : []))
  },
  join(_path, known, entries) {
    if (known === null) return entries
    if (Array.isArray(known)) return [...known, ...entries]
    throw new UnreadableError('it contains no list')
  },
  merge(one, other) {
    const same = (['from', 'to', 'subject', 'body', 'sentAt'] as const).every((name) =>
      isSame(one[name], other[name]),
    )
    if (!same) return null
    const exact = [one, other].map(({ meta }) => (isJsonObject(meta?.['exact']) ? meta['exact'] : {}))
    const all: JsonObject = { ...one.meta, ...other.meta, exact: { ...exact[0], ...exact[1] } }
    const { shape: _shape, ...meta } = all
    const bead = [one, other].find((parcel) => parcel.meta?.['shape'] === 'bead')
    const isListed = [one, other].some((parcel) => parcel.meta?.['shape'] === 'mail')
    // A listing has the state of a bead at the time of printing.
    const copies = bead !== undefined && isListed ? bead.copies : mergeCopies(one.copies, other.copies)
    return { ...one, copies, meta }
  },
}
