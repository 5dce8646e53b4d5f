import { writeFileSync } from 'node:fs'
import { access, constants, stat } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import { currentFolder, pathFrom } from '../config.ts'
import { doubtOf, type Lying } from '../domain/attachment.ts'
import { MailError } from '../domain/errors.ts'
import type { FileDriver } from '../services/context.ts'

const here = { folder: currentFolder }

/** Files of the current user. Existing files are never overwritten. */
export const files: FileDriver = {
  async create(path, text) {
    if (path === '-')
      throw new MailError(
        'usage',
        '- (standard output) is not a file.',
        'Give a file, or leave it out to print the text.',
      )
    const file = pathFrom(here, path)
    try {
      writeFileSync(file, text, { flag: 'wx', mode: 0o600 })
      return file
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : ''
      if (code === 'EEXIST')
        throw new MailError(
          'conflict',
          `${file} already exists; nothing was written.`,
          'Choose another file.',
        )
      const why = error instanceof Error ? error.message : String(error)
      throw new MailError('not-allowed', `${file} cannot be written: ${why}`, 'Choose another file.')
    }
  },
  doubt: async (path) =>
    doubtOf(path, await lyingAt(pathFrom(here, path)), isAbsolute(path) ? '/' : currentFolder()),
}

async function lyingAt(file: string): Promise<Lying> {
  const found = await stat(file).catch((error: unknown) => error)
  if (found instanceof Error) return 'code' in found && found.code === 'EACCES' ? 'unreadable' : 'nothing'
  if ((found as Awaited<ReturnType<typeof stat>>).isDirectory()) return 'folder'
  return access(file, constants.R_OK).then(
    () => 'file',
    () => 'unreadable',
  )
}
