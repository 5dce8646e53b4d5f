import { dirname, isAbsolute, join } from 'node:path'
import { MailError } from '../../domain/errors.ts'
import { type Format, type FormatName, formatNames, writtenFormats } from '../../formats/format.ts'
import { requiredChoice, text } from '../../input/input.ts'
import type { Context } from '../context.ts'
import { isBackup, refuseBackup } from './completing.ts'
import type { Folder } from './folder.ts'

/** Without it, CCCC's files are where `mailbox.base_dir` says. */
export const pathField = (what: string, more: { readonly spooled?: true } = {}) =>
  text(`${what}; with --format cccc, mailbox.base_dir of the settings by default`, {
    positional: true,
    completes: 'file',
    placeholder: 'PATH',
    ...more,
  })
export const writtenFormatField = requiredChoice(writtenFormats, 'The format')
export const formatField = requiredChoice(formatNames, 'The format')

export async function loadFormat(name: FormatName) {
  return (await import('../../formats/registry.ts')).formats[name]()
}

/** The named path, else the folder that the settings name. @throws MailError `usage` */
export function pathOf(
  { store, settings }: Pick<Context, 'store' | 'settings'>,
  path: string | undefined,
  format: FormatName,
): string {
  const { baseDir } = settings.mailbox
  if (path !== undefined) return path
  if (format === 'cccc' && baseDir !== null && isAbsolute(store.location))
    return join(dirname(store.location), baseDir)
  throw new MailError(
    'usage',
    'The path is missing.',
    format === 'cccc' ? 'Name a folder or a file, or set mailbox.base_dir.' : 'Name a folder or a file.',
  )
}

/** A folder, and the format as it reads the paths in it. */
export type Opened = { readonly folder: Folder; readonly format: Format }

/** Whether any file in a folder is of a format, be it one that cannot be read. */
export function isIn(format: Format, folder: Folder): boolean {
  const { files, refused } = folder.list()
  const paths = [...files.map(({ path }) => path), ...refused.map(({ where }) => where)]
  return paths.some((path) => format.partOf(path) !== null)
}

export function formatIn(format: Format, { single, name }: Folder): Format {
  if (format.isNamedByFolder !== true || single !== null) return format
  return { ...format, partOf: (path) => format.partOf(path) ?? format.partOf(`${name}/${path}`) }
}

/**
 * A folder or a file to be read once.
 * @throws MailError `usage` where nothing in the folder is of the format, and what opening it throws
 */
export async function openToRead(context: Context, path: string, named: Format): Promise<Opened> {
  const folder = await openFolder(context, path, 'read', named)
  const format = formatIn(named, folder)
  if (folder.single !== null || isIn(format, folder)) return { folder, format }
  throw new MailError(
    'usage',
    `${path} has no file of the format ${format.name}.`,
    `Its files are ${format.files}.`,
  )
}

/**
 * A folder that stays in step with the store.
 * @throws MailError `usage` where it is a file or a backup, and what opening it throws
 */
export async function openToSync(context: Context, path: string, format: Format): Promise<Opened> {
  const folder = await openFolder(context, path, format.isReadOnly ? 'read' : 'write', format)
  if (folder.single !== null)
    throw new MailError(
      'usage',
      `${path} is a file; sync needs a folder.`,
      'For a file, use import and export.',
    )
  if (format.isImportedOnly)
    throw new MailError(
      'usage',
      `sync cannot follow a database of the format ${format.name}.`,
      'Use import or adopt. They are safe to repeat.',
    )
  refuseBackup(format, folder, path)
  return { folder, format: formatIn(format, folder) }
}

/** Whether `sync` would take what was read. */
export function canSync({ completing, isImportedOnly }: Format, folder: Folder): boolean {
  return folder.single === null && isImportedOnly !== true && !isBackup(completing, folder)
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
