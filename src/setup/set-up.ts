import { createTwoFilesPatch } from 'diff'
import { MailError } from '../domain/errors.ts'
import { sanitize } from '../domain/sanitize.ts'
import type { FileChange, Surroundings } from './file-change.ts'
import { readText, settledPath, writeText } from './files.ts'
import { blockOf } from './marked-block.ts'
import { changesFor, type Tool } from './tools.ts'

export type PlannedFile = {
  readonly path: string
  readonly before: string
  readonly after: string
  readonly diff: string
  readonly executable: boolean
}

/** The changes that a setup would make, without unchanged files. Writes nothing. */
export function planSetUp(tool: Tool, around: Surroundings, remove: boolean): readonly PlannedFile[] {
  return changesFor(tool, around, remove)
    .map(planned)
    .filter(({ before, after }) => before !== after)
}

function planned({ path, within, change, executable = false, isSecret = false }: FileChange): PlannedFile {
  const real = settledPath(path, within)
  const before = readText(real)
  const after = change(before)
  const [old, next] = isSecret ? [blockOf(before, 'hash'), blockOf(after, 'hash')] : [before, after]
  const diff = createTwoFilesPatch(path, path, old, next, undefined, undefined, { context: 3 })
  return { path: real, before, after, diff: sanitize(diff), executable }
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
  for (const { path, after, executable } of files) writeText(path, after, executable)
}
