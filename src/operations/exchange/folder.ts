/** A file below a folder. `stamp` is another whenever the file is. */
export type FolderEntry = { readonly path: string; readonly size: number; readonly stamp: string }
export type Refused = { readonly where: string; readonly why: string }

/**
 * A folder, or one file, of another system. Paths are relative, with `/` between their parts. Nothing outside is ever
 * touched: links are refused, and so is `..`.
 */
export type Folder = {
  /** The file's name, where the path named one. */
  readonly single: string | null
  /** All files, by path, and what is none that can be read. */
  list(): { readonly files: readonly FolderEntry[]; readonly refused: readonly Refused[] }
  /** All of a file; `null` where there is none. @throws MailError `not-allowed` · `usage` when it is too large */
  read(path: string): string | null
  /** Line by line; one that is too long comes as `null`. */
  lines(path: string): Iterable<{ readonly number: number; readonly text: string | null }>
  /** Whole lines at the end, by one write; a last line that was left unfinished is ended first. */
  append(path: string, lines: readonly string[]): void
  /** The whole file, there at once or not at all. */
  put(path: string, text: string): void
  /** The same, unless the file no longer is as it was read. What others wrote meanwhile comes back as `lost`. */
  change(
    path: string,
    was: string | null,
    text: string,
  ): { readonly done: boolean; readonly lost: string | null }
  remove(path: string): void
  /** Resolves when something below changes, or after so many milliseconds. */
  changed(signal: AbortSignal, most: number): Promise<void>
}

export type FolderDriver = {
  /** @throws MailError `not-found` unless it may be made · `not-allowed` */
  open(path: string, purpose: 'read' | 'write'): Promise<Folder>
}
