import { isMailError } from '../../domain/errors.ts'
import type { Json, JsonObject } from '../../domain/json.ts'
import { isSame } from '../../formats/exact.ts'
import { UnreadableError } from '../../formats/fields.ts'
import type { Format, Piece } from '../../formats/format.ts'
import type { Skipped } from '../../formats/gather.ts'
import type { Folder } from './folder.ts'
import { far } from './states.ts'

type Entry = { readonly key: string; readonly value: JsonObject }

const mostGathered = 1000
const tries = 20

/** Writes pieces into a folder that may hold some of them: nothing is written twice, nothing of others' is rewritten. */
export class Writer {
  readonly skipped: Skipped[] = []
  written = 0
  readonly #keys = new Map<string, Set<string>>()
  readonly #lines = new Map<string, string[]>()
  readonly #entries = new Map<string, Entry[]>()
  #gathered = 0
  readonly #format: Format
  readonly #folder: Folder

  constructor(format: Format, folder: Folder) {
    this.#format = format
    this.#folder = folder
  }

  /** What a file holds that was read a moment ago: it is not written again. */
  note(path: string, value: Json): void {
    const known = this.#keys.get(path)
    if (known !== undefined) for (const key of this.#keysOf(path, value)) known.add(key)
  }

  add(pieces: readonly Piece[]): void {
    for (const piece of pieces) {
      try {
        this.#take(piece, this.#folder.single ?? piece.path)
      } catch (error) {
        if (!isMailError(error) && !(error instanceof UnreadableError)) throw error
        this.skipped.push({ where: piece.path, why: error.message })
      }
    }
    if (this.#gathered >= mostGathered) this.flush()
  }

  /** Writes what was gathered since. */
  flush(): void {
    this.#gathered = 0
    for (const [path, lines] of this.#lines) this.#folder.append(path, lines)
    this.#lines.clear()
    for (const [path, entries] of this.#entries) this.#join(path, entries)
    this.#entries.clear()
  }

  #take(piece: Piece, path: string): void {
    const how = this.#howIn(piece, path)
    if (how === 'file') {
      this.#put(piece, path)
      return
    }
    const known = this.#keysIn(path, how)
    if (known.has(piece.key) || this.#liesElsewhere(piece)) return
    known.add(piece.key)
    this.written += 1
    this.#gathered += 1
    if (how === 'line') appendTo(this.#lines, path, JSON.stringify(piece.value))
    else appendTo(this.#entries, path, { key: piece.key, value: piece.value })
  }

  #liesElsewhere({ how, earlier, key }: Piece): boolean {
    return (
      how === 'line' &&
      earlier !== undefined &&
      this.#folder.single === null &&
      this.#keysIn(earlier, how).has(key)
    )
  }

  /** One file takes all: line by line, or as a list. */
  #howIn({ how }: Piece, path: string): Piece['how'] {
    if (this.#folder.single === null) return how
    return path.endsWith('.json') ? 'entry' : 'line'
  }

  #put({ value, earlier }: Piece, path: string): void {
    const there = parse(this.#folder.read(path) ?? '')
    if (there !== undefined && isAhead(this.#format, path, there, value)) return
    if (!isSame(there, value)) {
      this.#folder.put(path, `${JSON.stringify(value, null, 2)}\n`)
      this.written += 1
    }
    if (earlier !== undefined) this.#folder.remove(earlier)
  }

  #keysOf(path: string, value: Json): readonly string[] {
    const all = this.#folder.single !== null && Array.isArray(value) ? (value as readonly Json[]) : [value]
    return all.flatMap((one) => this.#format.keysOf(path, one))
  }

  /** What a file of lines or a document holds already. */
  #keysIn(path: string, how: 'line' | 'entry'): Set<string> {
    let known = this.#keys.get(path)
    if (known !== undefined) return known
    known = new Set<string>()
    const texts =
      how === 'entry'
        ? [this.#folder.read(path) ?? '']
        : mapped(this.#folder.lines(path), ({ text }) => text ?? '')
    for (const text of texts) {
      const value = parse(text)
      if (value !== undefined) for (const key of this.#keysOf(path, value)) known.add(key)
    }
    this.#keys.set(path, known)
    return known
  }

  /** Between reading a document and putting it back others may have written: then it is done again with theirs. */
  #join(path: string, entries: readonly Entry[]): void {
    for (let attempt = 1; attempt <= tries; attempt += 1) {
      const text = this.#folder.read(path)
      const document = text === null || text.trim() === '' ? null : parse(text)
      if (document === undefined) break
      const there = new Set(document === null ? [] : this.#keysOf(path, document))
      const missing = entries.filter(({ key }) => !there.has(key)).map(({ value }) => value)
      if (missing.length === 0) return
      const joined =
        this.#folder.single === null
          ? this.#format.join(path, document, missing)
          : joinList(document, missing)
      if (this.#folder.change(path, text, `${JSON.stringify(joined, null, 2)}\n`)) return
    }
    this.skipped.push({
      where: path,
      why: 'it is no JSON, or never stands still; nothing was written into it',
    })
  }
}

/** Whether a file tells of a state beyond ours: somebody else has just written it, and it is theirs to be taken in. */
function isAhead(format: Format, path: string, there: Json, ours: Json): boolean {
  const part = format.partOf(path)
  const stateOf = (value: Json) => {
    const [found] = part?.read(value, path) ?? []
    return found?.type === 'parcel'
      ? Math.max(-1, ...found.parcel.copies.map(({ status }) => far[status]))
      : -1
  }
  return stateOf(there) > stateOf(ours)
}

/** @throws UnreadableError where the file holds no list */
function joinList(document: Json | null, entries: readonly JsonObject[]): Json {
  if (document === null) return entries
  if (Array.isArray(document)) return [...document, ...entries]
  throw new UnreadableError('it holds no list')
}

function appendTo<T>(map: Map<string, T[]>, path: string, item: T): void {
  const known = map.get(path)
  if (known === undefined) map.set(path, [item])
  else known.push(item)
}

function* mapped<T, U>(items: Iterable<T>, change: (item: T) => U): Generator<U> {
  for (const item of items) yield change(item)
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}
