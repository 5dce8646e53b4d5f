import type { Json } from '../../domain/json.ts'
import { isSame } from '../exact.ts'
import type { Format, Part, Piece } from '../format.ts'
import { mergeCopies } from '../gather.ts'
import type { Parcel } from '../parcel.ts'
import { reading } from '../reading.ts'
import { printMark, printMessage, readMark, readMessage, textIn } from './message.ts'
import { joinRoster, printAgent, readRoster } from './roster.ts'

const mailbox = 'agent-mailbox.jsonl'
const reads = 'agent-mailbox-reads.jsonl'
const roster = 'agent-roster.json'
const archive = /^agent-mailbox-archive\/\d{4}-\d{2}\.jsonl$/u
const hour = 3_600_000
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu

const messages: Part = { shape: 'lines', read: reading(readMessage(false)) }
const archived: Part = { shape: 'lines', read: reading(readMessage(true)) }
const marks: Part = { shape: 'lines', read: reading(readMark) }
const agents: Part = { shape: 'document', read: readRoster }

/** HAAK architecture 31: files of lines that are only appended to. */
export const haak: Format = {
  name: 'haak',
  files:
    'agent-mailbox.jsonl, agent-mailbox-reads.jsonl, agent-mailbox-archive/*.jsonl and agent-roster.json',
  // Fields that its lines cannot hold; `expiresAt` is rounded to whole hours.
  loses: [
    'cc',
    'kind',
    'priority',
    'payload',
    'context',
    'attachments',
    'tags',
    'swarm',
    'task',
    'expiresAt',
    'thread',
    'copies',
  ],
  partOf(path) {
    if (path === mailbox) return messages
    if (path === reads) return marks
    if (path === roster || path === `${roster}l`)
      return path.endsWith('l') ? { ...agents, shape: 'lines' } : agents
    return archive.test(path) ? archived : null
  },
  partNamed(name) {
    if (/reads?\.jsonl$/u.test(name)) return marks
    if (/roster\.json$/u.test(name)) return agents
    return /^\d{4}-\d{2}\.jsonl$/u.test(name) ? archived : messages
  },
  order: 'path',
  // The mailbox names its sessions by UUID. Another unknown name is a role that an agent may take later.
  unknownName: (name) => (uuid.test(name) ? 'agent' : 'role'),
  lifetime(via) {
    if (via === 'all' || via.startsWith('swarm:')) return 4 * hour
    return via === 'to' || via === 'cc' || via.startsWith('session:') ? 24 * hour : null
  },
  idOf: ({ uuid, ids }) => ids[0] ?? uuid,
  print: (parcel) => [printLine(parcel), ...printReads(parcel)],
  printAgents: (known) =>
    known.map((agent) => ({
      path: roster,
      how: 'entry',
      key: `agent ${agent.address}`,
      value: printAgent(agent),
    })),
  printPlaces: () => [],
  keysOf(path, value) {
    if (path === reads)
      return [
        `read ${textIn(value, 'message_id', 'messageid')} ${textIn(value, 'reader_session_id', 'readersession_id')}`,
      ]
    if (path === roster)
      return readRoster(value, '').flatMap((found) =>
        found.type === 'agent' ? [`agent ${found.agent.address}`] : [],
      )
    return [`message ${textIn(value, 'id')}`]
  },
  join: (_path, document, entries): Json => joinRoster(document, entries),
  merge(one, other) {
    const same = (['from', 'to', 'body', 'subject', 'sentAt'] as const).every((name) =>
      isSame(one[name], other[name]),
    )
    return same ? { ...one, copies: mergeCopies(one.copies, other.copies) } : null
  },
}

function printLine(parcel: Parcel): Piece {
  const { id, copies, sentAt } = parcel
  const away = copies.length > 0 && copies.every(({ status }) => status === 'archived')
  const month = new Date(sentAt).toISOString().slice(0, 7)
  const monthly = `agent-mailbox-archive/${month}.jsonl`
  const [path, earlier] = away ? [monthly, mailbox] : [mailbox, monthly]
  return { path, earlier, how: 'line', key: `message ${id}`, value: printMessage(parcel) }
}

function printReads({ id, copies }: Parcel): readonly Piece[] {
  const readers = copies.filter(({ readAt }) => readAt !== null)
  return readers.map((copy) => ({
    path: reads,
    how: 'line',
    key: `read ${id} ${copy.owner}`,
    value: printMark(id, copy),
  }))
}
