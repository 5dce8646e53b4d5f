import type { Json } from '../../domain/json.ts'
import type { Format, Part, ReadRecord } from '../format.ts'
import { mergedWhere, readOnly } from '../read-only.ts'
import { reading } from '../reading.ts'
import { readRecord } from './event.ts'
import { openGroup } from './group.ts'

/** Groups are below `groups`, and their ids begin with `g_`; the path may name either folder. */
const place = /^(?:groups\/([^/]+)|(g_[^/]+))\/(.+)$/u
const ledger = /^(?:ledger|state\/ledger\/segments\/[^/]+)\.jsonl$/u
const packed = /^state\/ledger\/segments\/[^/]+\.jsonl\.gz$/u
const cursors = 'state/read_cursors.json'

/** The ledgers of CCCC: for each group one list of events, its older part in segments, and a file that says how far each actor has read. */
export const ccccLedger: Format = {
  name: 'cccc-ledger',
  files: 'groups/GROUP/ledger.jsonl',
  within: ['.cccc'],
  ...readOnly,
  isNamedByFolder: true,
  partOf(path) {
    const [, below, named, rest = ''] = place.exec(path) ?? []
    const group = below ?? named
    if (group === undefined) return null
    if (packed.test(rest)) return unreadable
    return rest === cursors || ledger.test(rest) ? partOf(group, rest === cursors) : null
  },
  rankOf: (path) => (path.includes('/segments/') ? 0 : path.endsWith(cursors) ? 2 : 1),
  partNamed: () => partOf('ledger', false),
  merge: mergedWhere(['from', 'body', 'sentAt']),
}

/** What an event says depends on the events before it: who was in the group, and how far each had read. */
function partOf(group: string, isCursors: boolean): Part {
  const begin = (): ReadRecord => {
    const memory = openGroup(group)
    return reading((record, where) => readRecord(record, where, memory))
  }
  return { shape: isCursors ? 'document' : 'lines', read: () => [], follows: { key: group, begin } }
}

const unreadable: Part = {
  shape: 'text',
  read: (_value: Json, where) => [
    { type: 'skipped', where, why: 'it is compressed: run gunzip on it in a copy of the folder' },
  ],
}
