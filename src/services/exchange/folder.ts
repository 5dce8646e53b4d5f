import type { JsonObject } from '../../domain/json.ts'
import type { ForeignDatabase } from '../../formats/format.ts'

/** A file below a folder. `stamp` is another whenever the file is, if it `isSettled`: changes within one tick of a clock look alike. */
export type FolderEntry = {
  readonly path: string
  readonly size: number
  readonly stamp: string
  readonly isSettled: boolean
}
/** A position after this many lines and bytes. */
export type LinePlace = { readonly number: number; readonly offset: number }
export type Line = { readonly number: number; readonly text: string | null; readonly end: number | null }
/** Gets the bytes of whole lines in their order; `null` for a line too long to be kept. */
export type SeeBytes = (bytes: Uint8Array | null) => void
export type Refused = { readonly where: string; readonly why: string }

/** Room on disk for what is too much for memory. */
export type Scratch = {
  add(text: string): { readonly place: number; readonly length: number }
  read(place: number, length: number): string
  close(): void
}

/**
 * A folder, or one file, of another system. Paths are relative, with `/` between their parts. Nothing outside is ever
 * touched: links are refused, and so is `..`.
 */
export type Folder = {
  /** The file's name, where the path named one. */
  readonly single: string | null
  /** The folder's own name: whose a single file is. */
  readonly name: string
  /** Another for each folder of this machine. */
  readonly place: string
  /** All files, by path, and what is none that can be read. */
  list(): { readonly files: readonly FolderEntry[]; readonly refused: readonly Refused[] }
  /** All of a file; `null` where there is none. @throws MailError `not-allowed` · `usage` when it is too large */
  read(path: string): string | null
  /** All of a file, or its last bytes where it has more than these; `null` where there is none. */
  end(path: string, most: number): { readonly text: string; readonly isCut: boolean } | null
  /** Line by line, from a place on; one that is too long comes as `null`. `end` is `null` where the line has none yet. */
  lines(path: string, from?: LinePlace, see?: SeeBytes): Iterable<Line>
  /** All records of another system's database, as they were at one moment. @throws MailError where it cannot be read */
  rows(
    path: string,
    database: ForeignDatabase,
  ): Iterable<{ readonly where: string; readonly value: JsonObject }>
  /** The first bytes of a file, in parts. Returns whether the file has that many. */
  beginning(path: string, length: number, see: SeeBytes): boolean
  /**
   * Whole lines at the end, by one write; a last line that was left unfinished is ended first. With `patient`, nothing is
   * written while somebody else may still be writing that line. Answers where what was written begins; `null` where nothing
   * was.
   */
  append(path: string, lines: readonly string[], patient?: boolean): number | null
  /** The whole file, there at once or not at all. */
  put(path: string, text: string): void
  /** The same, unless the file no longer is as it was read. */
  change(path: string, was: string | null, text: string): boolean
  /** Data that others wrote into files after we had replaced them; no file contains it any more. */
  strays(): readonly { readonly path: string; readonly text: string }[]
  remove(path: string): void
  /** Room that is not in the folder, and goes with this process. */
  scratch(): Scratch
  /** Resolves when a file below changes, or after the given milliseconds. */
  changed(signal: AbortSignal, most: number): Promise<void>
}

export type FolderDriver = {
  /** @throws MailError `not-found` unless it may be made · `not-allowed` */
  open(path: string, purpose: 'read' | 'write', within?: readonly string[]): Promise<Folder>
  /** Where other systems usually keep their stores. */
  usual(): Promise<UsualPlaces>
}

/** The folder of the caller, their home, and variables that name other places. */
export type UsualPlaces = {
  readonly project: string
  readonly home: string
  readonly variables: (name: string) => string | undefined
}
