import { MailError } from '../../domain/errors.ts'
import { type Format, type FormatName, formatNames, writtenFormats } from '../../formats/format.ts'
import { requiredChoice, requiredText } from '../input.ts'
import type { Context } from '../operation.ts'
import type { Folder } from './folder.ts'

export const pathField = (what: string, more: { readonly spooled?: true } = {}) =>
  requiredText(what, { positional: true, completes: 'file', placeholder: 'PATH', ...more })
export const writtenFormatField = requiredChoice(writtenFormats, 'The format')
export const formatField = requiredChoice(formatNames, 'The format')

export async function loadFormat(name: FormatName) {
  return (await import('../../formats/registry.ts')).formats[name]()
}

/** @throws MailError `not-allowed` where files are out of reach, and what opening the folder throws */
export async function openFolder(
  { folders }: Context,
  path: string,
  purpose: 'read' | 'write',
  { within }: Pick<Format, 'within'> = {},
): Promise<Folder> {
  if (path === '-')
    throw new MailError(
      'usage',
      '- (standard input or output) is not a folder.',
      'Give the path of a folder or a file.',
    )
  if (folders !== undefined) return folders.open(path, purpose, within)
  throw new MailError(
    'not-allowed',
    'Files cannot be read or written from here.',
    'Run the command on the machine that has the files.',
  )
}
