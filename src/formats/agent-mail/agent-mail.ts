import { isSame } from '../exact.ts'
import type { Format, Part } from '../format.ts'
import { mergeCopies } from '../gather.ts'
import { reading } from '../reading.ts'
import { readFile } from './archive.ts'
import { readRow } from './row.ts'

const store: Part = { shape: 'rows', database: 'agent-mail', read: reading(readRow) }
const inArchive = /^(?:projects\/)?([^/]+)\/messages\/\d{4}\/\d{2}\/[^/]+\.md$/u

/** MCP Agent Mail: a SQLite store of many projects, and an archive of Markdown files, one for each message. */
export const agentMail: Format = {
  name: 'agent-mail',
  files: 'storage.sqlite3 and projects/PROJECT/messages/YEAR/MONTH/*.md',
  isReadOnly: true,
  isImportedOnly: true,
  loses: [],
  partOf(path) {
    if (path === 'storage.sqlite3') return store
    const [, project] = inArchive.exec(path) ?? []
    return project === undefined
      ? null
      : { shape: 'text', read: (value, where) => readFile(project, value, where) }
  },
  // The store knows more than the archive.
  rankOf: (path) => (path.endsWith('.md') ? 1 : 0),
  partNamed: () => store,
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
    const same = (['from', 'subject', 'sentAt'] as const).every((name) => isSame(one[name], other[name]))
    return same ? { ...one, copies: mergeCopies(one.copies, other.copies) } : null
  },
}
