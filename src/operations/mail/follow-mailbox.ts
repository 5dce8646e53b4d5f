import { parseId, shortId } from '../../domain/id.ts'
import { titleOf } from '../../domain/message.ts'
import { iso } from '../../domain/moment.ts'
import type { Priority } from '../../domain/priority.ts'
import { newestOf, newMail } from '../../services/mail/new-mail.ts'
import { internalStream } from '../internal.ts'

export type MailNews = {
  readonly id: string
  readonly at: string
  readonly priority: Priority
  readonly from?: string
  readonly subject?: string
}

type Following = {
  readonly owner: string
  /** The id of the last message that the reader knows of; `null`: only what comes from now on. */
  readonly after: string | null
  readonly subjects: boolean
}

export const followMailbox = internalStream({
  summary: 'Report new mail of one owner as it comes',
  access: 'read',
  async *run(context, { owner, after, subjects }: Following, signal): AsyncGenerator<MailNews> {
    const known = after === null ? null : parseId(after)
    const told = known?.form === 'short' ? await context.store.messages.cursorAt(known.id, 'after') : null
    const from = told ?? (await newestOf(context))
    for await (const { message } of newMail(context, owner, from, signal)) {
      const news = { id: shortId(message.id), at: iso(message.sentAt), priority: message.priority }
      yield subjects ? { ...news, from: message.from, subject: titleOf(message) } : news
    }
  },
})
