import type { Mailbox } from '../../../../mailbox.ts'
import type { Row } from '../../model/list.ts'
import { threadRowId } from './row.ts'

/** A page of what is listed, as rows. */
export type Fetched = {
  readonly rows: readonly Row[]
  readonly next: string | null
  readonly newest?: string | null
}

export function inboxRows({ messages, next, newest }: Awaited<ReturnType<Mailbox['inbox']>>): Fetched {
  const rows = messages.map(
    (row): Row => ({
      type: 'mail',
      id: row.conversation === undefined ? row.id : threadRowId(row.thread),
      message: row,
      threadSize: row.threadSize,
      copies: row.copies === undefined ? null : { all: row.copies, unread: row.unreadCopies ?? 0 },
      ...(row.marks === undefined ? {} : { marks: row.marks }),
      ...(row.conversation === undefined ? {} : { conversation: row.conversation }),
    }),
  )
  return { rows, next, newest }
}
