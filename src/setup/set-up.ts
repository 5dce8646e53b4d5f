import { createTwoFilesPatch } from 'diff'
import { MailError } from '../domain/errors.ts'
import { sanitize, sanitizeLine } from '../domain/sanitize.ts'
import type { Tool } from '../domain/setup-tools.ts'
import type { FileChange, Surroundings } from './file-change.ts'
import { readText, requireWritable, settledPath, type Writing, writeText } from './files.ts'
import { blockOf } from './marked-block.ts'
import { changesFor } from './tools.ts'

export type PlannedFile = {
  readonly path: string
  readonly before: string
  readonly after: string
  readonly diff: string
  readonly does: 'creates' | 'changes' | 'deletes'
  /** What of ours the file then has; empty where it is removed. */
  readonly holds: string
  readonly writing: Writing
}

/** The changes that a setup would make, without unchanged files. Writes nothing. @throws MailError if one cannot be written */
export function planSetUp(tool: Tool, around: Surroundings, remove: boolean): readonly PlannedFile[] {
  const files = changesFor(tool, around, remove)
    .map((change) => planned(change, remove))
    .filter(({ before, after }) => before !== after)
  for (const { path } of files) requireWritable(path)
  return files
}

function planned(
  { path, within, change, isSecret = false, ...more }: FileChange,
  remove: boolean,
): PlannedFile {
  const real = settledPath(path, within)
  const before = readText(real)
  const after = changed(before, change)
  const [old, next] = isSecret ? [blockOf(before, 'hash'), blockOf(after, 'hash')] : [before, after]
  const diff = createTwoFilesPatch(path, path, old, next, undefined, undefined, { context: 3 })
  const { executable = false, isPersonal = false } = more
  const does = after === '' ? 'deletes' : before === '' ? 'creates' : 'changes'
  const holds = remove ? '' : sanitizeLine(more.holds)
  return { path: real, before, after, diff: sanitize(diff), does, holds, writing: { executable, isPersonal } }
}

/** A byte order mark is no part of what a change reads. */
export function changed(text: string, change: FileChange['change']): string {
  return text.startsWith('\uFEFF') ? `\uFEFF${change(text.slice(1))}` : change(text)
}

/** Writes what was shown. @throws MailError `conflict` when a file is another than was shown; nothing is written then */
export function carryOutSetUp(files: readonly PlannedFile[]): void {
  for (const { path, before } of files) {
    if (readText(path) !== before)
      throw new MailError(
        'conflict',
        `${path} has changed in the meantime.`,
        'Nothing was written; try again.',
      )
  }
  for (const { path, after, writing } of files) writeText(path, after, writing)
}
