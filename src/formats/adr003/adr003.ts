import { createHash } from 'node:crypto'
import { isJsonObject } from '../../domain/json.ts'
import { isSame } from '../exact.ts'
import type { Format, Part, Piece } from '../format.ts'
import { mergeCopies } from '../gather.ts'
import { everyone, type Parcel, type ParcelCopy } from '../parcel.ts'
import { reading, readingList } from '../reading.ts'
import { printFile, readMessage } from './message.ts'

const inbox: Part = { shape: 'document', read: reading(readMessage(false)) }
const archive: Part = { shape: 'document', read: reading(readMessage(true)) }
/** The source keeps its mailboxes in `workspace/mailboxes`; the path may name either folder. */
const place = /^(?:(?:workspace\/)?mailboxes\/)?[^/]+\/(inbox|archive)\/MSG-[^/]*\.json$/u

/** ADR-003: one folder for each agent, one file for each delivery. */
export const adr003: Format = {
  name: 'adr003',
  files: 'AGENT/inbox/*.json and AGENT/archive/*.json',
  // Every recipient has a message of its own; kinds of swarms and debates become the nearest of five.
  loses: ['to', 'cc', 'kind', 'task', 'copies'],
  partOf(path) {
    const [, box] = place.exec(path) ?? []
    return box === undefined ? null : box === 'inbox' ? inbox : archive
  },
  partNamed: (name) => ({
    shape: name.endsWith('.jsonl') ? 'lines' : 'document',
    read: readingList(inbox.read),
  }),
  order: 'time',
  unknownName: () => 'agent',
  lifetime: () => null,
  states: {
    stateOf: ({ copies }) => copies[0]?.status ?? '',
    restated: (_theirs, ours) => ours,
    // A program of the record keeps in memory what it once read, so that its other ways back are not meant.
    goesBack: (from, to) => (from === 'completed' || from === 'failed') && to === 'processing',
  },
  // Every copy has a file, and a state, of its own.
  parts: (parcel) =>
    parcel.copies.length < 2
      ? [parcel]
      : parcel.copies.map((copy) => ({ ...parcel, id: copy.id ?? parcel.id, copies: [copy] })),
  idOf({ uuid, ids }, owner) {
    const own = `MSG-${createHash('sha256')
      .update(`${uuid}\n${owner ?? ''}`)
      .digest('hex')
      .slice(0, 12)}`
    // A message that came from such a folder has one id, the one that it came with.
    return ids.includes(own) || ids.length !== 1 ? own : (ids[0] ?? own)
  },
  print: (parcel) =>
    parcel.copies.length === 0
      ? [{ ...printed(parcel, undefined), isNobodys: true }]
      : parcel.copies.map((copy) => printed(parcel, copy)),
  printAgents: () => [],
  printPlaces: () => [],
  keysOf: (_path, value) => (isJsonObject(value) && typeof value['id'] === 'string' ? [value['id']] : []),
  join: (_path, document) => document,
  merge(one, other) {
    const same = (['from', 'to', 'subject', 'body', 'sentAt'] as const).every((name) =>
      isSame(one[name], other[name]),
    )
    return same ? { ...one, copies: mergeCopies(one.copies, other.copies) } : null
  },
}

function printed(parcel: Parcel, copy: ParcelCopy | undefined): Piece {
  const id = copy?.id ?? parcel.id
  const owner = copy === undefined || copy.owner === everyone ? (parcel.to[0] ?? '') : copy.owner
  const folder = folderOf(owner)
  const name = /^MSG-[\w.-]{1,180}$/u.test(id)
    ? id
    : `MSG-${createHash('sha256').update(id).digest('hex').slice(0, 12)}`
  const value = printFile(parcel, copy)
  // Its copy says where a file lies: in the archive it may have another word, as it came.
  const isArchived = (copy?.status ?? value['status']) === 'archived'
  const [here, there] = isArchived ? ['archive', 'inbox'] : ['inbox', 'archive']
  return {
    path: `${folder}/${here}/${name}.json`,
    how: 'file',
    key: id,
    value,
    earlier: `${folder}/${there}/${name}.json`,
  }
}

/** ADR-003 §2 `_get_agent_mailbox_dir`; a name that would lead out of the folder stays in it. */
export function folderOf(agent: string): string {
  const safe = agent.replace(/[/\\\0]/gu, '_')
  return safe === '' || safe === '.' || safe === '..' ? `_${safe}` : safe.slice(0, 200)
}
