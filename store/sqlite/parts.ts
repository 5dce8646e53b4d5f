import type { MailStore } from '../mail-store.ts'
import { late } from '../shared/late.ts'
import { openFacts } from '../sql/facts.ts'
import { openHabits } from '../sql/sending/habits.ts'
import { openAsks } from '../sql/sessions/asks.ts'
import type { Connection } from './database/connection.ts'
import { openDeliveries } from './deliveries.ts'
import { partOn } from './engine/shared.ts'
import { openMessages } from './reading/messages.ts'
import { openRoster } from './roster/roster.ts'
import type { Search } from './search/search.ts'
import { openBells } from './sessions/bells.ts'
import { openSessions } from './sessions/sessions.ts'

type Part = Exclude<keyof MailStore, 'location' | 'isCurrent' | 'gather' | 'commit' | 'close' | 'live'>

/** The parts of a store, each behind a call that makes it. The code of parts that few commands use is loaded by that call. */
export function partsOf(connection: Connection): {
  readonly [P in Part]: () => MailStore[P] | Promise<MailStore[P]>
} {
  let search: Promise<Search> | undefined
  /** Messages and views share what it keeps of the mail that is not indexed yet. */
  const searching = () => {
    search ??= import('./search/search.ts').then(({ openSearch }) => openSearch(connection))
    return search
  }
  return {
    facts: () => partOn(connection, openFacts),
    roster: () => openRoster(connection),
    fleet: async () => (await import('./fleet/fleet.ts')).openFleet(connection),
    messages: () => ({
      ...openMessages(connection),
      ...partOn(connection, openHabits),
      ...late(['deliver', 'sealers'], async () =>
        (await import('./sending/sending.ts')).openSending(connection),
      ),
      ...late(['search', 'searchCold', 'searchedBodies', 'alike', 'index'], searching),
    }),
    deliveries: () => openDeliveries(connection),
    groups: async () => (await import('./places/groups.ts')).openGroups(connection),
    queues: async () => (await import('./places/queues.ts')).openQueues(connection),
    channels: async () => (await import('./places/channels.ts')).openChannels(connection),
    places: async () => (await import('./places/place-lists.ts')).openPlaces(connection),
    debates: () => debatesOf(connection),
    tasks: async () => partOn(connection, (await import('../sql/tasks/tasks.ts')).openTasks),
    commissions: async () =>
      partOn(connection, (await import('../sql/tasks/commissions.ts')).openCommissions),
    drafts: async () => partOn(connection, (await import('../sql/desk/drafts.ts')).openDrafts),
    views: async () => ({
      ...partOn(connection, (await import('../sql/desk/views.ts')).openViews),
      ...late(['tally'], searching),
    }),
    presence: async () => partOn(connection, (await import('../sql/desk/presence.ts')).openPresence),
    sessions: () => openSessions(connection),
    asks: () => partOn(connection, openAsks),
    bells: () => openBells(connection),
    requests: async () => partOn(connection, (await import('../sql/sessions/requests.ts')).openRequests),
    reservations: async () =>
      partOn(connection, (await import('../sql/reservations/reservations.ts')).openReservations),
    assignments: async () => (await import('./desk/assignments.ts')).openAssignments(connection),
    attention: async () => (await import('./reading/attention.ts')).openAttention(connection),
    statistics: async () =>
      (await import('../sql/log/statistics.ts')).openStatistics((open) => partOn(connection, open)),
    log: () => logOf(connection),
    upkeep: async () => (await import('./upkeep/upkeep.ts')).openUpkeep(connection),
    backups: async () => (await import('./backup/backup.ts')).openBackups(connection),
    exchange: async () => ({
      ...partOn(connection, (await import('../sql/exchange/exchange.ts')).openExchange),
      ...(await import('./exchange/entering.ts')).openEntering(connection),
    }),
    tokens: async () => partOn(connection, (await import('../sql/swarms/tokens.ts')).openTokens),
    peers: async () => partOn(connection, (await import('../sql/swarms/peers.ts')).openPeers),
    outbox: async () => partOn(connection, (await import('../sql/swarms/outbox.ts')).openOutbox),
  }
}

/** Decisions are written into the project, too. */
async function debatesOf(connection: Connection): Promise<MailStore['debates']> {
  const { openDebates } = await import('../sql/debates/debates.ts')
  const { openDecisionFile } = await import('./debates/decision-file.ts')
  const file = openDecisionFile(connection.location)
  return partOn(connection, (at) => openDebates(at, file))
}

async function logOf(connection: Connection): Promise<MailStore['log']> {
  const { openLog } = await import('../sql/log/log.ts')
  return {
    ...partOn(connection, openLog),
    ...late(['receipts', 'outcomes', 'undoable', 'journal', 'reverse'], async () =>
      partOn(connection, (await import('../sql/log/asked.ts')).openAsked),
    ),
  }
}
