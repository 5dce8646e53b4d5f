import { boxes } from '../../src/domain/delivery.ts'
import type { DeliveryStore } from '../mail-store.ts'
import type { Bodies } from './bodies.ts'
import type { Connection } from './connection.ts'
import { findCopy, rankOfMessage } from './copies.ts'
import { countUnread } from './counts.ts'
import { holdCopies, holdNextCopy, releaseHolds, settleHolds } from './holds.ts'
import { lazily } from './lazily.ts'
import { renewLease } from './lease-renewal.ts'
import { copiesOf, findNextFree, mailboxPage, olderCopies } from './mailbox.ts'
import { moveCopies } from './moves.ts'
import { namesOf } from './names.ts'
import type { Signals } from './signals.ts'

export function openDeliveries(connection: Connection, bodies: Bodies, signals: Signals): DeliveryStore {
  const parts = { connection, bodies, signals }
  const names = namesOf(connection)
  return {
    ...lazily(
      async () => (await import('./unsettled.ts')).openUnsettled(connection, signals),
      ['owed', 'bury', 'untold', 'redeliver'],
    ),
    async page(owner, filter, now, page) {
      const agent = names.find(owner)
      return agent === undefined
        ? { rows: [], next: null }
        : connection.read(() => mailboxPage(connection, agent, filter, now, page))
    },
    async everyone(first, filter, now, page) {
      const { everyonePage } = await import('./everyone.ts')
      return connection.read(() => everyonePage(connection, first, filter, now, page))
    },
    async count(owner, now) {
      return connection.read(() => countUnread(connection, names.find(owner), now))
    },
    async of(message, page) {
      return connection.read(() => copiesOf(connection, message, page))
    },
    async find(owner, message) {
      const rank = rankOfMessage(connection, message)
      return rank === undefined ? null : findCopy(connection, names.find(owner), rank)
    },
    async move(doer, owner, targets, move, note) {
      return connection.write(
        () => moveCopies(connection, signals, { doer, owner, targets, move, note }),
        (moved) => moved.some(({ changed }) => changed),
      )
    },
    async hold(doer, owner, messages, until, at) {
      return connection.write(
        () => holdCopies(parts, { doer, owner, at }, until, messages),
        (held) => held.some(({ hold }) => hold !== null),
      )
    },
    async holdNext(doer, owner, filter, until, at) {
      const agent = names.find(owner)
      // Who asks again and again for mail that is not there must keep nobody waiting.
      if (agent === undefined || findNextFree(connection, agent, filter, at) === undefined) return null
      return connection.write(
        () => holdNextCopy(parts, { doer, owner, at }, until, filter),
        (held) => held !== null,
      )
    },
    async settle(doer, owner, holds, as, at) {
      return connection.write(
        () => settleHolds(parts, { doer, owner, at }, holds, as),
        (moved) => moved.some(({ changed }) => changed),
      )
    },
    async renew(owner, hold, lease) {
      return connection.write(
        () => renewLease(connection, owner, hold, lease),
        () => false,
      )
    },
    async release(doer, owner, holds, at) {
      connection.write(
        () => releaseHolds(parts, { doer, owner, at }, holds),
        (released) => released,
      )
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
