import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { MailError } from '../../domain/errors.ts'

/**
 * The full path of a file below a root that is not a link.
 * @throws MailError `not-allowed` for paths that lead outside: `..`, an absolute path, a link anywhere
 */
export function requireInside(root: string, path: string): string {
  const parts = path.split('/')
  const hint = 'Only files inside the folder are read and written.'
  if (parts.some((part) => part === '' || part === '.' || part === '..' || /[\0\\]/u.test(part)))
    throw new MailError('not-allowed', `${JSON.stringify(path)} is not a path inside the folder.`, hint)
  let whole = root
  for (const part of parts) {
    whole = join(whole, part)
    if (lstatSync(whole, { throwIfNoEntry: false })?.isSymbolicLink())
      throw new MailError('not-allowed', `${path} is a link, or is inside a linked folder.`, hint)
  }
  return whole
}
