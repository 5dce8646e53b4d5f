import type { Format, Part, ReadRecord } from '../format.ts'
import { mergedWhere, readOnly } from '../read-only.ts'
import { reading } from '../reading.ts'
import { readFile } from './archive.ts'
import { readRow } from './row.ts'
import type { Names } from './words.ts'

const inArchive = /^(?:projects\/)?([^/]+)\/messages\/\d{4}\/\d{2}\/[^/]+\.md$/u
const follows: Part['follows'] = { key: 'messages', begin: openReader }
const store: Part = { shape: 'rows', database: 'agent-mail', read: () => [], follows }
const file: Part = { shape: 'text', read: () => [], follows }

/** Replies name a message by its number alone, so one reader reads all and remembers what each is called. */
function openReader(): ReadRecord {
  const names: Names = new Map()
  const readStore = reading((record, where) => readRow(record, where, names))
  return (value, where) => {
    const [, project] = inArchive.exec(where) ?? []
    return project === undefined ? readStore(value, where) : readFile(project, value, where, names)
  }
}

/** MCP Agent Mail: a SQLite store of many projects, and an archive of Markdown files, one for each message. */
export const agentMail: Format = {
  name: 'agent-mail',
  files: 'storage.sqlite3 and projects/PROJECT/messages/YEAR/MONTH/*.md',
  ...readOnly,
  isImportedOnly: true,
  partOf(path) {
    if (path === 'storage.sqlite3') return store
    return inArchive.test(path) ? file : null
  },
  // The store knows more than the archive.
  rankOf: (path) => (path.endsWith('.md') ? 1 : 0),
  partNamed: () => store,
  merge: mergedWhere(['from', 'subject', 'sentAt']),
}
