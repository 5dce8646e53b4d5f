import { isJsonObject } from '../../domain/json.ts'
import type { CompletingFile } from '../format.ts'

/** What `bd` keeps beside `issues.jsonl`: the tables of a backup, and what it notes of itself. */
const tables =
  /(?:^|\/)(?:labels|comments|dependencies|events|config|interactions|routes|deletions)\.jsonl$|(?:^|\/)(?:backup_state|metadata|export-state|push-state|last-touched)\.json$|(?:^|\/)(?:dolt|embeddeddolt)\//u

/** A file that holds no beads. */
export function isTableBeside(path: string): boolean {
  return tables.test(path)
}

/** The labels of beads, one for each line: `{"issue_id": …, "label": …}`. */
export const backedUpLabels: CompletingFile = {
  isAt: (path) => /(?:^|\/)labels\.jsonl$/u.test(path),
  noteOf(value) {
    if (!isJsonObject(value)) return null
    const { issue_id: id, label } = value
    return typeof id === 'string' && typeof label === 'string' ? { id, text: label } : null
  },
  refused: 'it is no label: `issue_id` and `label` are missing',
  completed(record, texts) {
    const own = Array.isArray(record['labels']) ? record['labels'] : []
    return { ...record, labels: [...new Set([...own, ...texts])] }
  },
}
