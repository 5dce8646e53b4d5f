import type { Json } from '../../domain/json.ts'
import { isSame } from '../exact.ts'
import type { Format, Part, ReadRecord } from '../format.ts'
import { mergeCopies } from '../gather.ts'
import { reading } from '../reading.ts'
import { readCursors, readEvent } from './event.ts'
import { openGroup } from './group.ts'

const ledger = /^(?:groups\/)?([^/]+)\/(?:state\/ledger\/segments\/[^/]+|ledger)\.jsonl$/u
const packed = /^(?:groups\/)?[^/]+\/state\/ledger\/segments\/[^/]+\.jsonl\.gz$/u
const cursors = /^(?:groups\/)?([^/]+)\/state\/read_cursors\.json$/u

/** The ledgers of CCCC: for each group one list of events, its older part in segments, and a file that says how far each actor has read. */
export const ccccLedger: Format = {
  name: 'cccc-ledger',
  files: 'groups/GROUP/ledger.jsonl',
  within: ['.cccc'],
  isReadOnly: true,
  isNamedByFolder: true,
  loses: [],
  partOf(path) {
    const [, group] = ledger.exec(path) ?? cursors.exec(path) ?? []
    if (group !== undefined) return partOf(group, cursors.test(path))
    return packed.test(path) ? unreadable : null
  },
  rankOf: (path) => (path.includes('/segments/') ? 0 : cursors.test(path) ? 2 : 1),
  partNamed: () => partOf('ledger', false),
  order: 'time',
  unknownName: () => 'agent',
  lifetime: () => null,
  idOf: ({ uuid, ids }) => ids[0] ?? uuid,
  print: () => [],
  printAgents: () => [],
  printPlaces: () => [],
  keysOf: () => [],
  join: (_path, document) => document,
  merge(one, other) {
    const same = (['from', 'body', 'sentAt'] as const).every((name) => isSame(one[name], other[name]))
    return same ? { ...one, copies: mergeCopies(one.copies, other.copies) } : null
  },
}

/** What an event says depends on the events before it: who was in the group, and how far each had read. */
function partOf(group: string, isCursors: boolean): Part {
  const begin = (): ReadRecord => {
    const memory = openGroup(group)
    const event = reading((record, where) => readEvent(record, where, memory))
    const document = reading((record, where) => readCursors(record, where, memory))
    return (value, where) => (isDocument(where) ? document(value, where) : event(value, where))
  }
  return { shape: isCursors ? 'document' : 'lines', read: () => [], follows: { key: group, begin } }
}

function isDocument(where: string): boolean {
  return where.endsWith('.json')
}

const unreadable: Part = {
  shape: 'text',
  read: (_value: Json, where) => [
    { type: 'skipped', where, why: 'it is compressed: run gunzip on it in a copy of the folder' },
  ],
}
