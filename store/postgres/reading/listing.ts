import { boxes } from '../../../src/domain/delivery.ts'
import type { DeliveryStore } from '../../mail-store.ts'
import type { Connection } from '../database/connection.ts'
import { findCopy, rankOfMessage } from '../rows/copies.ts'
import { namesOf } from '../rows/names.ts'
import { conversationPage } from './conversations.ts'
import { everyonePage } from './everyone.ts'
import { copiesOf, mailboxList, mailboxPage, olderCopies } from './mailbox.ts'

export type Listing = Pick<
  DeliveryStore,
  'page' | 'list' | 'threads' | 'everyone' | 'of' | 'find' | 'olderThan'
>

export function openListing(connection: Connection): Listing {
  const names = namesOf(connection)
  return {
    async page(owner, filter, now, page) {
      const agent = await names.find(owner)
      return agent === undefined
        ? { rows: [], next: null }
        : await mailboxPage(connection, agent, filter, now, page)
    },
    async list(owner, filter, now, page) {
      return mailboxList(connection, await names.find(owner), filter, now, page)
    },
    async threads(owner, filter, now, page) {
      const agent = await names.find(owner)
      return agent === undefined
        ? { rows: [], next: null }
        : await connection.read(async () => conversationPage(connection, agent, filter, now, page))
    },
    async everyone(first, filter, now, page) {
      return connection.read(async () => everyonePage(connection, first, filter, now, page))
    },
    async of(message, page) {
      return connection.read(async () => copiesOf(connection, message, page))
    },
    async find(owner, message) {
      const rank = await rankOfMessage(connection, message)
      return rank === undefined ? null : await findCopy(connection, await names.find(owner), rank)
    },
    async olderThan(owner, wanted, before, most, settled = false) {
      const agent = await names.find(owner)
      const numbers = wanted.map((box) => boxes.indexOf(box))
      return agent === undefined
        ? []
        : await connection.read(async () =>
            olderCopies(connection, agent, numbers, { before, most, settled }),
          )
    },
  }
}
