import { isMailError } from '../../domain/errors.ts'
import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import { openNumbering } from '../../domain/numbering.ts'
import { isSame } from '../../formats/exact.ts'
import { UnreadableError } from '../../formats/fields.ts'
import type { Format, Piece } from '../../formats/format.ts'
import type { Skipped } from '../../formats/gather.ts'
import { randomKey } from '../mark.ts'
import { type Changes, changeDocument, keysIn, parse } from './documents.ts'
import type { Folder } from './folder.ts'
import { openFresh } from './fresh.ts'
import { far } from './states.ts'
import type { Synced } from './synced.ts'

const mostGathered = 1000
const mostRenewals = 20_000

/** The keys of many pieces, by number. */
type Keys = { has(key: string): boolean; add(key: string): void }

function openKeys(seed: readonly [number, number]): Keys {
  const numbers = openNumbering(seed)
  return { has: (key) => numbers.find(key) !== undefined, add: (key) => void numbers.of(key) }
}

type NewLine = { readonly key: string; readonly value: JsonObject }

/** Writes pieces into a folder that may hold some of them: nothing is written twice, nothing of others' is rewritten. */
export class Writer {
  readonly skipped: Skipped[] = []
  written = 0
  readonly #keys = new Map<string, Keys>()
  readonly #seed = randomKey()
  readonly #lines = new Map<string, NewLine[]>()
  /** The present values of lines that are there, by path and key. */
  readonly #present = new Map<string, Map<string, JsonObject>>()
  readonly #changes = new Map<string, Changes>()
  readonly #fresh: ReturnType<typeof openFresh> | null
  #gathered = 0
  #renewals = 0
  readonly #format: Format
  readonly #folder: Folder
  readonly #synced: Synced | null

  /**
   * @param live others write into the folder at the same time, so entries that they overwrite are written again
   * @param synced the states that are carried both ways, if the format has such
   */
  constructor(format: Format, folder: Folder, live = false, synced: Synced | null = null) {
    this.#format = format
    this.#folder = folder
    this.#fresh = live ? openFresh() : null
    this.#synced = synced
  }

  /** The content of a file that was just read; it is not written again. */
  note(path: string, value: Json): void {
    const document = this.#format.takenFrom?.(path) ?? null
    if (document !== null)
      for (const key of keysIn(this.#format, this.#folder, path, value)) this.#fresh?.took(document, key)
    const known = this.#keys.get(path)
    if (known === undefined) return
    const there = new Set(keysIn(this.#format, this.#folder, path, value))
    for (const key of there) known.add(key)
    for (const entry of this.#fresh?.lost(path, there) ?? []) this.#changesOf(path).add.push(entry)
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
    if (this.#gathered >= mostGathered || this.#renewals >= mostRenewals) this.flush()
  }

  /** Writes what was gathered since. */
  flush(): void {
    this.#gathered = 0
    this.#renewals = 0
    for (const [path, lines] of this.#lines) this.#append(path, lines)
    for (const [path, values] of this.#present) this.#restate(path, values)
    for (const [path, changes] of this.#changes) this.#change(path, changes)
    this.#changes.clear()
  }

  /** Whether all that was added is written. */
  get isDone(): boolean {
    return this.skipped.length === 0 && this.#lines.size === 0 && this.#present.size === 0
  }

  /** Reports the lines that wait until another program has finished its own. */
  leaveWaiting(): void {
    for (const [where, { length }] of this.#lines) {
      this.written -= length
      const count = length === 1 ? '1 line was' : `${length} lines were`
      this.skipped.push({
        where,
        why: `another program has not finished its last line, so ${count} not written`,
      })
    }
  }

  #take(piece: Piece, path: string): void {
    const how = this.#howIn(piece, path)
    if (how === 'file') {
      this.#put(piece, path)
      return
    }
    const known = this.#keysIn(path, how)
    if (how === 'renewal' || how === 'removal' || (how === 'entry' && known.has(piece.key))) {
      if (known.has(piece.key)) this.#renew(piece, path, how)
      return
    }
    if (known.has(piece.key) && how === 'line' && this.#synced !== null) {
      this.#renewals += 1
      const there = this.#present.get(path) ?? new Map<string, JsonObject>()
      this.#present.set(path, there.set(piece.key, piece.value))
    }
    const isThere = [piece.key, ...(piece.otherKeys ?? [])].some((key) => known.has(key))
    if (isThere || this.#liesElsewhere(piece)) return
    known.add(piece.key)
    this.written += 1
    this.#gathered += 1
    const { key, value, beside } = piece
    if (how === 'line') this.#line(path, { key, value })
    else this.#changesOf(path).add.push({ key, value, ...(beside === undefined ? {} : { beside }) })
  }

  #renew({ key, value, beside }: Piece, path: string, how: Piece['how']): void {
    if (this.#format.renew === undefined || this.#folder.single !== null) return
    this.#renewals += 1
    const renewal = { value: how === 'removal' ? null : value, ...(beside === undefined ? {} : { beside }) }
    this.#changesOf(path).renew.set(key, renewal)
  }

  #changesOf(path: string): Changes {
    const known = this.#changes.get(path)
    if (known !== undefined) return known
    const changes: Changes = { add: [], renew: new Map() }
    this.#changes.set(path, changes)
    return changes
  }

  #append(path: string, lines: readonly NewLine[]): void {
    const texts = lines.map(({ value }) => JSON.stringify(value))
    if (this.#folder.append(path, texts, this.#fresh !== null) === null) return
    this.#lines.delete(path)
    for (const { key, value } of lines) {
      const state = this.#stateOf(path, value)
      if (state !== null) this.#synced?.note(key, state)
    }
  }

  /** Gives lines their present state, unless they say what nobody has seen yet: that is merged before. */
  #restate(path: string, values: ReadonlyMap<string, JsonObject>): void {
    const synced = this.#synced
    const ways = this.#format.states
    const text = this.#textOf(path)
    if (text === null || synced === null || ways === undefined) return
    const restated = new Map<string, { readonly was: string; readonly is: string }>()
    const lines = text.split('\n').map((line) => {
      const theirs = line.trim() === '' ? undefined : parse(line)
      const [key = ''] = theirs === undefined ? [] : this.#format.keysOf(path, theirs)
      const ours = values.get(key)
      if (!isJsonObject(theirs) || ours === undefined) return line
      const [was, is] = [this.#stateOf(path, theirs), this.#stateOf(path, ours)]
      if (was === null || is === null) return line
      if (was === is) synced.note(key, is)
      if (was === is || synced.of(key) !== was) return line
      restated.set(key, { was, is })
      return JSON.stringify(ways.restated(theirs, ours, synced.now()))
    })
    // A file that has changed since is read again first; these stay until then.
    if (restated.size > 0 && !this.#folder.change(path, text, lines.join('\n'))) return
    for (const [key, { was, is }] of restated) {
      synced.note(key, is)
      synced.rewrote(key, was)
    }
    this.written += restated.size
    this.#present.delete(path)
  }

  #textOf(path: string): string | null {
    try {
      return this.#folder.read(path)
    } catch (error) {
      if (!isMailError(error)) throw error
      this.#present.delete(path)
      this.skipped.push({ where: path, why: error.message })
      return null
    }
  }

  #stateOf(path: string, value: Json): string | null {
    const [found] = this.#format.partOf(path)?.read(value, path) ?? []
    return found?.type === 'parcel' ? (this.#format.states?.stateOf(found.parcel) ?? null) : null
  }

  #line(path: string, line: NewLine): void {
    const known = this.#lines.get(path)
    if (known === undefined) this.#lines.set(path, [line])
    else known.push(line)
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
    if (this.#folder.single === null || how === 'renewal' || how === 'removal') return how
    return path.endsWith('.json') ? 'entry' : 'line'
  }

  #put(piece: Piece, path: string): void {
    const { key, value, earlier } = piece
    const there = parse(this.#folder.read(path) ?? '')
    if (this.#isTheirs(piece, path, there)) return
    if (!isSame(there, value)) {
      this.#folder.put(path, `${JSON.stringify(value, null, 2)}\n`)
      this.written += 1
    }
    if (earlier !== undefined) this.#folder.remove(earlier)
    const state = this.#synced === null ? null : this.#stateOf(path, value)
    if (state !== null) this.#synced?.note(key, state)
  }

  /** Whether a file stays as it is: nobody here has a state for it, or it has one that was not merged yet. */
  #isTheirs({ key, value, earlier, isNobodys }: Piece, path: string, there: Json | undefined): boolean {
    const synced = this.#synced
    const isOld = there === undefined && earlier !== undefined
    const [at, found] = isOld ? [earlier, parse(this.#folder.read(earlier) ?? '')] : [path, there]
    if (found === undefined) return false
    if (isNobodys) return true
    if (synced === null) return there !== undefined && isAhead(this.#format, path, there, value)
    const [was, is] = [this.#stateOf(at, found), this.#stateOf(path, value)]
    if (was === null || is === null || was === is) return false
    if (synced.of(key) !== was) return true
    synced.rewrote(key, was)
    return false
  }

  /** The ids that a file already contains. */
  #keysIn(path: string, how: Piece['how']): Keys {
    let known = this.#keys.get(path)
    if (known !== undefined) return known
    known = openKeys(this.#seed)
    const texts =
      how === 'line'
        ? mapped(this.#folder.lines(path), ({ text }) => text ?? '')
        : [this.#folder.read(path) ?? '']
    for (const text of texts) {
      const value = parse(text)
      if (value !== undefined)
        for (const key of keysIn(this.#format, this.#folder, path, value)) known.add(key)
    }
    this.#keys.set(path, known)
    return known
  }

  #change(path: string, changes: Changes): void {
    const add = changes.add.filter(({ key }) => changes.renew.get(key)?.value !== null)
    try {
      const done = changeDocument(this.#format, this.#folder, path, { ...changes, add })
      if (done !== null) {
        this.written += done.renewed
        this.#fresh?.wrote(path, done.added)
        return
      }
    } catch (error) {
      if (!isMailError(error) && !(error instanceof UnreadableError)) throw error
      this.skipped.push({ where: path, why: error.message })
      return
    }
    this.skipped.push({
      where: path,
      why: 'it is not JSON, or another process keeps changing it; nothing was written',
    })
  }
}

/** Whether a file has a later state than ours: another program has just written it, and it will be imported. */
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

function* mapped<T, U>(items: Iterable<T>, change: (item: T) => U): Generator<U> {
  for (const item of items) yield change(item)
}
