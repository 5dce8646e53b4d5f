import { boxes } from '../../../src/domain/delivery.ts'
import type { DeliveryStore } from '../../mail-store.ts'
import type { Connection } from '../database/connection.ts'
import { findCopy, rankOfMessage } from '../rows/copies.ts'
import { countUnread } from '../rows/counts.ts'
import { newestMessage } from '../rows/letters.ts'
import { namesOf } from '../rows/names.ts'
import { threadSizes } from '../rows/thread-sizes.ts'
import { conversationPage } from './conversations.ts'
import { everyonePage } from './everyone.ts'
import { copiesOf, mailboxPage, olderCopies } from './mailbox.ts'

export type Listing = Pick<
  DeliveryStore,
  'page' | 'list' | 'threads' | 'everyone' | 'of' | 'find' | 'olderThan'
>

export function openListing(connection: Connection): Listing {
  const names = namesOf(connection)
  return {
    async page(owner, filter, now, page) {
      const agent = names.find(owner)
      return agent === undefined
        ? { rows: [], next: null }
        : connection.read(() => mailboxPage(connection, agent, filter, now, page))
    },
    async list(owner, filter, now, page) {
      const agent = names.find(owner)
      return connection.read(() => {
        const { rows, next } =
          agent === undefined ? { rows: [], next: null } : mailboxPage(connection, agent, filter, now, page)
        const sizes = threadSizes(
          connection,
          rows.map(({ message }) => message.thread),
        )
        return {
          rows: rows.map((row, at) => ({ ...row, threadSize: sizes[at] ?? 1 })),
          next,
          newest: newestMessage(connection) || null,
          unread: countUnread(connection, agent, now).total,
        }
      })
    },
    async threads(owner, filter, now, page) {
      const agent = names.find(owner)
      return agent === undefined
        ? { rows: [], next: null }
        : connection.read(() => conversationPage(connection, agent, filter, now, page))
    },
    async everyone(first, filter, now, page) {
      return connection.read(() => everyonePage(connection, first, filter, now, page))
    },
    async of(message, page) {
      return connection.read(() => copiesOf(connection, message, page))
    },
    async find(owner, message) {
      const rank = rankOfMessage(connection, message)
      return rank === undefined ? null : findCopy(connection, names.find(owner), rank)
    },
    async olderThan(owner, wanted, before, most, settled = false) {
      const agent = names.find(owner)
      const numbers = wanted.map((box) => boxes.indexOf(box))
      return agent === undefined
        ? []
        : connection.read(() => olderCopies(connection, agent, numbers, { before, most, settled }))
    },
  }
}
