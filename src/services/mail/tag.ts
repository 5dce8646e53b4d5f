import { parseAddress } from '../../domain/addressing/address.ts'
import { MailError } from '../../domain/errors.ts'
import type { Context } from '../context.ts'

/** The written tag, if it is in use. @throws MailError `not-found` if no agent has it and no mail was sent to it */
export async function requireTag(context: Context, written: string): Promise<string> {
  const address = parseAddress(written)
  const tag = address.type === 'tag' ? address.tag : written
  const { places, roster } = context.store
  const page = { limit: 1, after: null }
  const { rows } = await places.tagged(tag, context.actor.address, context.now(), page)
  if (rows.length > 0) return tag
  const bearers = await roster.list({ tag }, page)
  if (bearers.rows.length > 0) return tag
  throw new MailError(
    'not-found',
    `No agent has the tag ${tag}, and no message was sent to it.`,
    'List the tags in use with `watchpost places`.',
  )
}
