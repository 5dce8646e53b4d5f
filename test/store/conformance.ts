import { describe } from 'vitest'
import { alertCases } from './conformance-alerts.ts'
import { askCases } from './conformance-asks.ts'
import { attentionCases } from './conformance-attention.ts'
import { bellCases } from './conformance-bells.ts'
import { channelCases } from './conformance-channels.ts'
import { characterCases } from './conformance-characters.ts'
import { coldCases } from './conformance-cold.ts'
import { comingBackCases } from './conformance-coming-back.ts'
import { cursorCases } from './conformance-cursors.ts'
import { deadCases } from './conformance-dead.ts'
import { debateCases } from './conformance-debates.ts'
import { assignmentCases, draftCases, factCases, presenceCases, viewCases } from './conformance-desk.ts'
import { exchangeCases } from './conformance-exchange.ts'
import { fleetCases } from './conformance-fleet.ts'
import { groupCases } from './conformance-groups.ts'
import { holdCases } from './conformance-holds.ts'
import { listedCases } from './conformance-listed.ts'
import { liveCases } from './conformance-live.ts'
import { logCases } from './conformance-log.ts'
import { loopCases } from './conformance-loops.ts'
import { mailboxCases } from './conformance-mailbox.ts'
import { messageCases } from './conformance-messages.ts'
import { moveCases } from './conformance-moves.ts'
import { owedCases } from './conformance-owed.ts'
import { prunedCases } from './conformance-pruned.ts'
import { queueCases } from './conformance-queues.ts'
import { recordCases } from './conformance-records.ts'
import { requestCases } from './conformance-requests.ts'
import { reservationCases } from './conformance-reservations.ts'
import { rosterCases } from './conformance-roster.ts'
import { routingCases } from './conformance-routing.ts'
import { searchCases } from './conformance-search.ts'
import { sessionCases } from './conformance-sessions.ts'
import { standingCases } from './conformance-standings.ts'
import { swarmCases } from './conformance-swarms.ts'
import { turnCases } from './conformance-turns.ts'
import { upkeepCases } from './conformance-upkeep.ts'
import { wayCases } from './conformance-ways.ts'
import type { Open } from './fixture.ts'

const tables = {
  facts: factCases,
  messages: messageCases,
  routing: routingCases,
  mailbox: mailboxCases,
  loops: loopCases,
  moves: moveCases,
  'several ways': wayCases,
  'mail that comes back': comingBackCases,
  holds: holdCases,
  roster: rosterCases,
  'dead letters': deadCases,
  obligations: owedCases,
  attention: attentionCases,
  fleet: fleetCases,
  groups: groupCases,
  channels: channelCases,
  places: listedCases,
  queues: queueCases,
  'turns of a queue': turnCases,
  log: logCases,
  'strange characters': characterCases,
  cursors: cursorCases,
  records: recordCases,
  'posts that leave a channel': prunedCases,
  live: liveCases,
  search: searchCases,
  upkeep: upkeepCases,
  'cold files': coldCases,
  debates: debateCases,
  exchange: exchangeCases,
  'tokens, swarms and tasks': swarmCases,
  'tasks as their owners see them': standingCases,
  drafts: draftCases,
  views: viewCases,
  sessions: sessionCases,
  'waits for a person': askCases,
  reservations: reservationCases,
  bells: bellCases,
  'requests for a permission': requestCases,
  presence: presenceCases,
  'notifications of a person': alertCases,
  assignments: assignmentCases,
} as const

export type Table = keyof typeof tables

/** What every store must do. A store is done when it passes this unchanged. */
export function describeStore(name: string, open: Open, only?: readonly Table[]): void {
  describe(name, () => {
    for (const [table, cases] of Object.entries(tables))
      if (only?.includes(table as Table) ?? true) describe(table, () => cases(open))
  })
}
