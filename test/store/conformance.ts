import { describe } from 'vitest'
import { askCases } from './conformance-asks.ts'
import { attentionCases } from './conformance-attention.ts'
import { bellCases } from './conformance-bells.ts'
import { channelCases } from './conformance-channels.ts'
import { characterCases } from './conformance-characters.ts'
import { coldCases } from './conformance-cold.ts'
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
import { mailboxCases } from './conformance-mailbox.ts'
import { messageCases } from './conformance-messages.ts'
import { moveCases } from './conformance-moves.ts'
import { owedCases } from './conformance-owed.ts'
import { queueCases } from './conformance-queues.ts'
import { requestCases } from './conformance-requests.ts'
import { reservationCases } from './conformance-reservations.ts'
import { rosterCases } from './conformance-roster.ts'
import { routingCases } from './conformance-routing.ts'
import { searchCases } from './conformance-search.ts'
import { sessionCases } from './conformance-sessions.ts'
import { swarmCases } from './conformance-swarms.ts'
import { turnCases } from './conformance-turns.ts'
import { upkeepCases } from './conformance-upkeep.ts'
import type { Open } from './fixture.ts'

/** What every store must do. A store is done when it passes this unchanged. */
export function describeStore(name: string, open: Open): void {
  describe(name, () => {
    describe('facts', () => factCases(open))
    describe('messages', () => messageCases(open))
    describe('routing', () => routingCases(open))
    describe('mailbox', () => mailboxCases(open))
    describe('moves', () => moveCases(open))
    describe('holds', () => holdCases(open))
    describe('roster', () => rosterCases(open))
    describe('dead letters', () => deadCases(open))
    describe('obligations', () => owedCases(open))
    describe('attention', () => attentionCases(open))
    describe('fleet', () => fleetCases(open))
    describe('groups', () => groupCases(open))
    describe('channels', () => channelCases(open))
    describe('places', () => listedCases(open))
    describe('queues', () => queueCases(open))
    describe('turns of a queue', () => turnCases(open))
    describe('log', () => logCases(open))
    describe('strange characters', () => characterCases(open))
    describe('cursors', () => cursorCases(open))
    describe('live', () => liveCases(open))
    describe('search', () => searchCases(open))
    describe('upkeep', () => upkeepCases(open))
    describe('cold files', () => coldCases(open))
    describe('debates', () => debateCases(open))
    describe('exchange', () => exchangeCases(open))
    describe('tokens, swarms and tasks', () => swarmCases(open))
    describe('drafts', () => draftCases(open))
    describe('views', () => viewCases(open))
    describe('sessions', () => sessionCases(open))
    describe('waits for a person', () => askCases(open))
    describe('reservations', () => reservationCases(open))
    describe('bells', () => bellCases(open))
    describe('requests for a permission', () => requestCases(open))
    describe('presence', () => presenceCases(open))
    describe('assignments', () => assignmentCases(open))
  })
}
