import { isJsonObject, type Json } from '../../domain/json.ts'
import { isSame } from '../exact.ts'
import type { Format, Part } from '../format.ts'
import { mergeCopies } from '../gather.ts'
import type { Parcel } from '../parcel.ts'
import { reading, readingList } from '../reading.ts'
import { printMail, uuidFor } from './print.ts'
import { readMail } from './read.ts'

const document: Part = { shape: 'document', read: readingList(reading(readMail)) }
const lines: Part = { shape: 'lines', read: reading(readMail) }

/** MAIL 1.3: MAILMessage and MAILInterswarmMessage, one for each file or line. The format does not carry the state of a copy. */
export const mail: Format = {
  name: 'mail',
  files: '*.json and *.jsonl',
  // Tokens are never imported. Fields that the schemas forbid are kept, but not exported.
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
    const value = printMail(parcel)
    const target = targetOf(parcel)
    const part = target === null ? '' : `@${target.replace(/[^\w.-]/gu, '_').slice(0, 100)}`
    return [{ path: `${uuidFor(parcel.id)}${part}.json`, how: 'file', key: keyOf(value) ?? parcel.id, value }]
  },
  printAgents: () => [],
  printPlaces: () => [],
  envelopes: true,
  keysOf(_path, value) {
    const key = keyOf(value)
    return key === null ? [] : [key]
  },
  join: (_path, known) => known,
  merge(one, other) {
    const same = (['subject', 'body', 'sentAt'] as const).every((name) => isSame(one[name], other[name]))
    const parted = [one, other].some((parcel) => isJsonObject(parcel.meta?.['interswarm']))
    const named = parted ? nameOf(one) === nameOf(other) : one.from === other.from && isSame(one.to, other.to)
    if (!same || !named) return null
    // The parts of a message to several swarms.
    const to = [...new Set([...one.to, ...other.to])]
    return { ...one, to, copies: mergeCopies(one.copies, other.copies) }
  },
}

/** A message is written once for each swarm that it goes to. */
function keyOf(value: Json): string | null {
  if (!isJsonObject(value)) return null
  const { id, message_id: enclosed, target_swarm: target } = value
  if (typeof enclosed === 'string') return typeof target === 'string' ? `${enclosed} ${target}` : enclosed
  return typeof id === 'string' ? id : null
}

/** The swarm that a part of one of our messages goes to. */
function targetOf({ meta }: Parcel): string | null {
  const wrapper = meta?.['interswarm']
  if (!isJsonObject(wrapper) || wrapper['part'] !== true) return null
  return typeof wrapper['target_swarm'] === 'string' ? wrapper['target_swarm'] : null
}

/** Names are qualified between swarms, and need not be at home. */
function nameOf({ from }: Parcel): string {
  return from.replace(/@.*$/su, '')
}
