import type { Hash } from 'node:crypto'
import type { Json } from '../../domain/json.ts'
import type { Format, Found } from '../../formats/format.ts'
import type { Folder, FolderEntry, LinePlace, SeeBytes } from './folder.ts'

/** A file as it was when the folder and the store were last in step. */
export type KnownFile = {
  /** Of all its bytes, or of those before `place`; empty where others have changed it since. */
  readonly digest: string
  /** The end of the lines that were read; `null` for a document. */
  readonly place: LinePlace | null
  /** Its stamp, if every later change has another one. */
  readonly stamp: string | null
  /** All of it is in the store: nothing was skipped, nothing waits. */
  readonly isTaken: boolean
  /** It contains agents alone, which every round writes. */
  readonly isRoster: boolean
}

export type Likeness = 'same' | 'longer' | 'other' | 'new'

/** The digest of the lines before a place, to which further lines are added. */
type Running = { readonly hash: Hash; offset: number; isBroken: boolean }

const start: LinePlace = { number: 0, offset: 0 }

/**
 * The files of a folder by their content: which are as they were, which have only more lines, and which have changed. What is
 * read and written here is noted, so that no run reads it again.
 */
export class KnownFiles {
  readonly files = new Map<string, KnownFile>()
  /** The files that are not as they were saved. */
  readonly unsaved = new Set<string>()
  /** As they were last listed. */
  readonly entries = new Map<string, FolderEntry>()
  /** Where reading goes on. */
  readonly places = new Map<string, LinePlace>()
  readonly #digests = new Map<string, Running>()
  /** What was found in a file so far: agents alone, mail that waits to be delivered. */
  readonly #contents = new Map<string, { isRoster: boolean; isDue: boolean }>()
  readonly #format: Format
  readonly #folder: Folder

  constructor(format: Format, folder: Folder) {
    this.#format = format
    this.#folder = folder
  }

  /** Compares a file with what is known of it, by its stamp, else by its bytes. @throws MailError if it cannot be read */
  compare(entry: FolderEntry): Likeness {
    const { path, size } = entry
    const known = this.files.get(path)
    if (known === undefined) return 'new'
    if (known.digest === '') return 'other'
    if (known.stamp === entry.stamp) return 'same'
    const { place } = known
    if (place === null ? !this.#isSame(path, known) : this.#verified(path, known, place) === null)
      return 'other'
    if (place !== null && size > place.offset) return 'longer'
    if (entry.isSettled) this.#set(path, { ...known, stamp: entry.stamp })
    return 'same'
  }

  /** Whether further lines can be read without those before them. */
  isFollowed(path: string): boolean {
    return this.#digests.has(path)
  }

  /** Lines are about to be read, from a place on. */
  begin(path: string, from: LinePlace = start): SeeBytes {
    const isRoster = from.offset === 0 || this.files.get(path)?.isRoster === true
    this.#contents.set(path, { isRoster, isDue: false })
    const known = this.#digests.get(path)
    const goesOn = from.offset > 0 && known?.offset === from.offset
    const running = goesOn ? known : opened(from.offset > 0)
    this.#digests.set(path, running)
    return (bytes) => {
      if (bytes === null) running.isBroken = true
      else running.hash.update(bytes)
    }
  }

  found(path: string, found: readonly Found[]): void {
    const content = this.#contents.get(path) ?? { isRoster: true, isDue: false }
    this.#contents.set(path, content)
    if (!found.every(isOfAgent)) content.isRoster = false
    if (found.some((one) => 'due' in one && one.due !== undefined)) content.isDue = true
  }

  /** A file was read: a document, or the lines before a place. */
  end(path: string, end: string | LinePlace): void {
    const { isRoster = true, isDue = false } = this.#contents.get(path) ?? {}
    this.#contents.delete(path)
    const entry = this.entries.get(path)
    const stamp = entry?.isSettled === true ? entry.stamp : null
    const known = { stamp, isTaken: !isDue, isRoster }
    if (typeof end === 'string') {
      this.#set(path, { ...known, digest: digestOf(end), place: null })
      return
    }
    const running = this.#digests.get(path)
    if (running !== undefined) running.offset = end.offset
    if (running === undefined || running.isBroken) this.spoil(path)
    else this.#set(path, { ...known, digest: shown(running.hash), place: end })
  }

  /** Appends lines by a function that answers where they begin. They are known if they follow what was read. */
  append(path: string, lines: readonly string[], write: () => number | null): number | null {
    const known = this.files.get(path)
    const running = this.#runningAt(path, known)
    const from = write()
    if (from === null) return null
    if (running === null || running.offset !== from) {
      this.spoil(path)
      return from
    }
    const bytes = Buffer.from(`${lines.join('\n')}\n`)
    running.hash.update(bytes)
    running.offset += bytes.length
    this.#digests.set(path, running)
    const place = { number: (known?.place?.number ?? 0) + lines.length, offset: running.offset }
    this.places.set(path, place)
    const isTaken = known?.isTaken ?? true
    this.#set(path, { isTaken, digest: shown(running.hash), place, stamp: null, isRoster: false })
    return from
  }

  /** The whole file was put there. */
  put(path: string, text: string): void {
    this.#set(path, { digest: digestOf(text), place: null, stamp: null, isTaken: true, isRoster: false })
  }

  /** A text was put in the place of one that was read just before: not more of it is known than was. */
  change(path: string, was: string | null, text: string): void {
    const known = this.files.get(path)
    this.#digests.delete(path)
    if (was === null ? known !== undefined : known?.digest !== digestOf(was)) {
      this.spoil(path)
      return
    }
    const offset = Buffer.byteLength(text)
    const place = known?.place == null ? null : { number: known.place.number, offset }
    const isRoster = place === null && known?.isRoster !== false && this.#holdsAgents(path, text)
    this.#set(path, { digest: digestOf(text), place, stamp: null, isTaken: known?.isTaken ?? true, isRoster })
  }

  /** Something in it was skipped, or waits: it is read again at the next start. */
  leave(path: string): void {
    const known = this.files.get(path)
    if (known?.isTaken === true) this.#set(path, { ...known, isTaken: false })
  }

  /** Others have changed it: at the next start everything is given that it may lack. */
  spoil(path: string): void {
    const known = this.files.get(path) ?? { place: null, isTaken: false, isRoster: false }
    this.#set(path, { ...known, digest: '', stamp: null })
  }

  forget(path: string): void {
    if (this.files.delete(path)) this.unsaved.add(path)
  }

  /** Forgets the files that are not there any more, and answers which. */
  keepOnly(files: readonly FolderEntry[]): readonly string[] {
    const there = new Set(files.map(({ path }) => path))
    const gone = [...this.files.keys()].filter((path) => !there.has(path))
    for (const path of gone) this.forget(path)
    return gone
  }

  #set(path: string, known: KnownFile): void {
    this.files.set(path, known)
    this.unsaved.add(path)
  }

  #isSame(path: string, known: KnownFile): boolean {
    const text = this.#folder.read(path)
    return text !== null && digestOf(text) === known.digest
  }

  /** The digest of the lines before a place, by their bytes, if these are as they were. */
  #verified(path: string, { digest }: KnownFile, { offset }: LinePlace): Running | null {
    const running = { ...opened(), offset }
    const see: SeeBytes = (bytes) => bytes !== null && running.hash.update(bytes)
    if (!this.#folder.beginning(path, offset, see) || shown(running.hash) !== digest) return null
    this.#digests.set(path, running)
    return running
  }

  #runningAt(path: string, known: KnownFile | undefined): Running | null {
    if (known === undefined) return opened()
    if (known.place === null || known.digest === '') return null
    const running = this.#digests.get(path)
    const isThere = running?.offset === known.place.offset && !running.isBroken
    return isThere ? running : this.#verified(path, known, known.place)
  }

  #holdsAgents(path: string, text: string): boolean {
    const part = this.#format.partOf(path)
    return part?.read(JSON.parse(text) as Json, path).every(isOfAgent) ?? false
  }
}

/** The same folder; what is written into it is known. */
export function notedFolder(folder: Folder, known: KnownFiles): Folder {
  return {
    ...folder,
    append: (path, lines, patient) => known.append(path, lines, () => folder.append(path, lines, patient)),
    put(path, text) {
      folder.put(path, text)
      known.put(path, text)
    },
    change(path, was, text) {
      const isChanged = folder.change(path, was, text)
      if (isChanged) known.change(path, was, text)
      return isChanged
    },
    remove(path) {
      folder.remove(path)
      known.forget(path)
    },
  }
}

function opened(isBroken = false): Running {
  const { createHash } = process.getBuiltinModule('node:crypto')
  return { hash: createHash('sha256'), offset: 0, isBroken }
}

function digestOf(text: string): string {
  return shown(opened().hash.update(text))
}

/** 162 bits of it. */
function shown(hash: Hash): string {
  return hash.copy().digest('base64url').slice(0, 27)
}

function isOfAgent({ type }: Found): boolean {
  return type === 'agent' || type === 'skipped'
}
