import type { Json, JsonObject } from '../../domain/json.ts'
import { UnreadableError } from '../../formats/fields.ts'
import type { Format, Renewal } from '../../formats/format.ts'
import type { Folder } from './folder.ts'

export type Entry = { readonly key: string; readonly value: JsonObject; readonly beside?: JsonObject }
/** The changes to a document: entries to add, and new states of existing entries. */
export type Changes = { readonly add: Entry[]; readonly renew: Map<string, Renewal> }

const tries = 20

/**
 * Brings a document up to date. Between reading it and putting it back others may have written: then it is done again
 * with theirs. Answers what was added and how many states changed; `null` where nothing can be written.
 */
export function changeDocument(
  format: Format,
  folder: Folder,
  path: string,
  { add, renew }: Changes,
): { readonly added: readonly Entry[]; readonly renewed: number } | null {
  for (let attempt = 1; attempt <= tries; attempt += 1) {
    const text = folder.read(path)
    const document = text === null || text.trim() === '' ? null : parse(text)
    if (document === undefined) return null
    const there = new Set(document === null ? [] : keysIn(format, folder, path, document))
    const missing = add.filter(({ key }) => !there.has(key))
    const joined = missing.length === 0 ? document : joinedOf(format, folder, path, document, missing)
    const { document: next, changed } =
      joined === null || format.renew === undefined || renew.size === 0 || folder.single !== null
        ? { document: joined, changed: 0 }
        : format.renew(path, joined, renew)
    if (next === document || next === null) return { added: [], renewed: 0 }
    if (folder.change(path, text, `${JSON.stringify(next, null, 2)}\n`))
      return { added: missing, renewed: changed }
  }
  return null
}

/** @throws UnreadableError where it cannot hold any */
function joinedOf(
  format: Format,
  { single }: Folder,
  path: string,
  document: Json | null,
  entries: readonly Entry[],
): Json {
  if (single !== null) return joinList(document, entries)
  const beside = Object.assign({}, ...entries.map((entry) => entry.beside)) as JsonObject
  return format.join(
    path,
    document,
    entries.map(({ value }) => value),
    beside,
  )
}

function joinList(document: Json | null, entries: readonly Entry[]): Json {
  const values = entries.map(({ value }) => value)
  if (document === null) return values
  if (Array.isArray(document)) return [...document, ...values]
  throw new UnreadableError('it contains no list')
}

export function keysIn(format: Format, { single }: Folder, path: string, value: Json): readonly string[] {
  const all = single !== null && Array.isArray(value) ? (value as readonly Json[]) : [value]
  return all.flatMap((one) => format.keysOf(path, one))
}

export function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}
