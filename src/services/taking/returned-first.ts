import type { MailboxFilter } from '../../../store/mail-store.ts'
import type { Letter } from '../../domain/message.ts'
import type { Context } from '../context.ts'

/** The most pressing unread mail, and before it the work that came back unfinished. */
export async function returnedFirst(
  context: Context,
  filter: MailboxFilter,
  limit: number,
): Promise<readonly Letter[]> {
  const { deliveries } = context.store
  const page = (some: MailboxFilter) =>
    deliveries.page(context.actor.address, some, context.now(), { limit, after: null })
  const { rows: returned } = await page({ ...filter, returned: true })
  const { rows } = await page(filter)
  if (returned.length === 0) return rows
  const first = new Set(returned.map(({ message }) => message.id))
  return [...returned, ...rows.filter(({ message }) => !first.has(message.id))].slice(0, limit)
}
