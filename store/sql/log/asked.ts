import type { LogStore } from '../../mail-store.ts'
import type { Connection } from '../connection.ts'
import type { Working } from '../work.ts'
import { journalPage } from './journal.ts'
import type { Asked } from './log.ts'
import { outcomesOf } from './outcomes.ts'
import { receiptsOf } from './receipts.ts'
import { reverseChange, undoableChanges } from './reversal.ts'

/** What people ask of the log, and have it take back. */
export function openAsked(connection: Connection): Working<Pick<LogStore, Asked>> {
  return {
    receipts: (message, page) => connection.read((at) => receiptsOf(at, message, page)),
    outcomes: (messages, most) => connection.read((at) => outcomesOf(at, messages, most)),
    undoable: (actor, direction, most) =>
      connection.read((at) => undoableChanges(at, actor, direction, most)),
    journal: (actor, since, page) => connection.read((at) => journalPage(at, actor, since, page)),
    reverse: (doer, direction, at, change) =>
      connection.write((tx) => reverseChange(tx, { doer, at }, { direction, change })),
  }
}
