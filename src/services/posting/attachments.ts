import { isHere } from '../../domain/attachment.ts'
import type { Context } from '../context.ts'
import type { Composed } from './compose.ts'

/** Warnings about the attached files, as far as they can be checked; the message is sent anyway. */
export async function attachmentWarnings(
  { files }: Pick<Context, 'files'>,
  { attach = [], inherited = [] }: Pick<Composed, 'attach' | 'inherited'>,
): Promise<readonly string[]> {
  const own = attach.filter((path) => !inherited.includes(path) && isHere(path))
  if (own.length === 0 || files === undefined) return []
  const doubts = await Promise.all([...new Set(own)].map((path) => files.doubt(path)))
  return doubts.flatMap((doubt) =>
    doubt === null ? [] : [`${doubt} The message was sent with this path anyway.`],
  )
}
