import { MailError } from '../domain/errors.ts'
import type { FileChange } from './file-change.ts'

type OwnFile = Pick<FileChange, 'path' | 'within' | 'holds'> & {
  /** How it begins, by which setup knows it again. */
  readonly head: string
  readonly text: string
}

/** A file that is ours whole. One of that name that we did not write is refused, and stays. */
export function ownFile({ head, text: ours, ...file }: OwnFile, remove: boolean): FileChange {
  const change = (text: string) => {
    const isOurs = text === '' || text.startsWith(head)
    if (remove) return isOurs ? '' : text
    if (isOurs) return ours
    throw new MailError(
      'conflict',
      `${file.path} is not a file that watchpost wrote.`,
      'Move it to another name, then try again; nothing was written.',
    )
  }
  return { ...file, change }
}
