import type { Mailbox } from '../../../../mailbox.ts'
import type { Row } from '../../model/list.ts'
import type { Fetched } from './fetched.ts'
import { rowId } from './row.ts'

/** More messages of a thread are read in the thread pane. */
const mostShown = 100

/** The messages of unfolded threads, oldest first, below the rows of their threads. */
export async function withMessages(
  mailbox: Mailbox,
  page: Fetched,
  unfolded: readonly string[],
): Promise<Fetched> {
  const rows = await Promise.all(
    page.rows.map(async (row): Promise<readonly Row[]> => {
      if (row.type !== 'mail' || !unfolded.includes(row.message.thread)) return [row]
      const { id, thread, owner } = row.message
      const of = owner === null ? {} : { of: owner }
      const { messages } = await mailbox.thread({ message: id, limit: mostShown, ...of })
      const within = messages.map((message): Row => {
        const place = { id: rowId(message.id, 'within'), within: thread, threadSize: 1, copies: null }
        return { type: 'mail', message, ...place }
      })
      return [{ ...row, unfolded: true }, ...within]
    }),
  )
  return { ...page, rows: rows.flat() }
}
