import { MailError } from '../../domain/errors.ts'

/**
 * Groups of tools. The tools of `core` are always served; each tool that is listed costs its agent tokens: all took 107 KB of a prompt
 * when there were 43, `core` takes less than 12 KB.
 */
export const toolGroups = [
  'core',
  'mail',
  'queue',
  'channel',
  'debate',
  'task',
  'roster',
  'record',
  'reservation',
  'protocol',
] as const
export type ToolGroup = (typeof toolGroups)[number]

/** @throws MailError `usage` */
export function groupsOf(written: string | undefined): ReadonlySet<ToolGroup> {
  const words = (written ?? '').split(',').flatMap((word) => (word.trim() === '' ? [] : [word.trim()]))
  if (words.includes('all')) return new Set(toolGroups)
  const known = words.map((word) => toolGroups.find((group) => group === word))
  const unknown = words.filter((_, at) => known[at] === undefined)
  if (unknown.length > 0)
    throw new MailError(
      'usage',
      `Unknown group of tools: ${unknown.join(', ')}.`,
      `The groups are all, ${toolGroups.join(', ')}.`,
    )
  return new Set(['core', ...known.filter((group) => group !== undefined)])
}
