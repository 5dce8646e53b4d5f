import { isJsonObject } from '../../domain/json.ts'
import { isSame } from '../exact.ts'
import type { Format, Part } from '../format.ts'
import { mergeCopies } from '../gather.ts'
import { reading, readingList } from '../reading.ts'
import { printMail, uuidFor } from './print.ts'
import { readMail } from './read.ts'

const document: Part = { shape: 'document', read: readingList(reading(readMail)) }
const lines: Part = { shape: 'lines', read: reading(readMail) }

/** MAIL 1.3: MAILMessage and MAILInterswarmMessage, a file or a line each. Where a copy got to is not told. */
export const mail: Format = {
  name: 'mail',
  // Tokens stay where they were, and so do fields that its schemas forbid: those are kept, and not given out.
  loses: [
    'to',
    'cc',
    'kind',
    'fromKind',
    'priority',
    'payload',
    'context',
    'attachments',
    'tags',
    'swarm',
    'task',
    'expiresAt',
    'replyTo',
    'thread',
    'copies',
  ],
  partOf: (path) => (path.endsWith('.jsonl') ? lines : path.endsWith('.json') ? document : null),
  partNamed: (name) => (name.endsWith('.jsonl') ? lines : document),
  order: 'time',
  unknownName: () => 'agent',
  lifetime: () => null,
  idOf: ({ uuid, ids }) => ids[0] ?? uuid,
  correlate({ uuid, ids }, meta) {
    const exact = meta?.['exact']
    const own = isJsonObject(exact) && isJsonObject(exact['mail']) ? exact['mail']['message'] : undefined
    const inner = isJsonObject(own) && isJsonObject(own['in']) ? own['in']['exact'] : undefined
    const request =
      isJsonObject(inner) && isJsonObject(inner['request_id']) ? inner['request_id']['is'] : undefined
    return typeof request === 'string' ? request : (ids[0] ?? uuid)
  },
  print: (parcel) => {
    const id = uuidFor(parcel.id)
    return [{ path: `${id}.json`, how: 'file', key: parcel.id, value: printMail(parcel) }]
  },
  printAgents: () => [],
  printPlaces: () => [],
  keysOf(_path, value) {
    const id = isJsonObject(value) ? (value['id'] ?? value['message_id']) : undefined
    return typeof id === 'string' ? [id] : []
  },
  join: (_path, known) => known,
  merge(one, other) {
    const same = (['from', 'to', 'subject', 'body', 'sentAt'] as const).every((name) =>
      isSame(one[name], other[name]),
    )
    return same ? { ...one, copies: mergeCopies(one.copies, other.copies) } : null
  },
}
