import { boxes } from '../../../src/domain/delivery.ts'
import type { DeliveryStore } from '../../mail-store.ts'
import type { Connection } from '../connection.ts'
import { findCopy, rankOfMessage } from '../rows/copies.ts'
import { countUnread } from '../rows/counts.ts'
import { untoldIds } from '../rows/dead-letters.ts'
import { findNumber, numberOf } from '../rows/names.ts'
import type { Working } from '../work.ts'
import { conversationPage } from './conversations.ts'
import { everyonePage } from './everyone.ts'
import { copiesOf, mailboxList, mailboxPage, olderCopies } from './mailbox.ts'

export type Listing = Pick<
  DeliveryStore,
  'count' | 'page' | 'list' | 'threads' | 'everyone' | 'of' | 'find' | 'olderThan' | 'untold'
>

/** A page and a list are one look each, which sees one moment anyway. */
export function openListing(connection: Connection): Working<Listing> {
  return {
    *count(owner, now) {
      return yield* countUnread(connection, yield* findNumber(connection, owner), now)
    },
    *untold(owner, most) {
      const agent = owner === null ? null : yield* numberOf(connection, owner)
      return yield* untoldIds(connection, agent, most)
    },
    *page(owner, filter, now, page) {
      const agent = yield* findNumber(connection, owner)
      if (agent === undefined) return { rows: [], next: null }
      return yield* mailboxPage(connection, agent, filter, now, page)
    },
    *list(owner, filter, now, page) {
      const agent = yield* numberOf(connection, owner)
      return yield* mailboxList(connection, agent, filter, now, page)
    },
    *threads(owner, filter, now, page) {
      const agent = yield* findNumber(connection, owner)
      if (agent === undefined) return { rows: [], next: null }
      return yield* connection.read((at) => conversationPage(at, agent, filter, now, page))
    },
    everyone: (first, filter, now, page) =>
      connection.read((at) => everyonePage(at, first, filter, now, page)),
    of: (message, page) => connection.read((at) => copiesOf(at, message, page)),
    *find(owner, message) {
      const rank = yield* rankOfMessage(connection, message)
      return rank === undefined
        ? null
        : yield* findCopy(connection, yield* findNumber(connection, owner), rank)
    },
    *olderThan(owner, wanted, before, most, settled = false) {
      const agent = yield* findNumber(connection, owner)
      const numbers = wanted.map((box) => boxes.indexOf(box))
      if (agent === undefined) return []
      return yield* connection.read((at) => olderCopies(at, agent, numbers, { before, most, settled }))
    },
  }
}
