import type { MailStore } from '../mail-store.ts'
import { openBackups } from './backup/backup.ts'
import type { Connection } from './database/connection.ts'
import { openFacts } from './database/facts.ts'
import { openDebates } from './debates/debates.ts'
import { openDeliveries } from './deliveries.ts'
import { openAssignments } from './desk/assignments.ts'
import { openDrafts } from './desk/drafts.ts'
import { openPresence } from './desk/presence.ts'
import { openViews } from './desk/views.ts'
import { openExchange } from './exchange/exchange.ts'
import { openFleet } from './fleet/fleet.ts'
import type { Signals } from './live/signals.ts'
import { openLog } from './log/log.ts'
import { openStatistics } from './log/statistics.ts'
import { openChannels } from './places/channels.ts'
import { openGroups } from './places/groups.ts'
import { openPlaces } from './places/place-lists.ts'
import { openQueues } from './places/queues.ts'
import { openAttention } from './reading/attention.ts'
import { openMessages } from './reading/messages.ts'
import { openReservations } from './reservations/reservations.ts'
import { openRoster } from './roster/roster.ts'
import type { Bodies } from './rows/bodies.ts'
import { openSearch } from './search/search.ts'
import { openSending } from './sending/sending.ts'
import { openAsks } from './sessions/asks.ts'
import { openBells } from './sessions/bells.ts'
import { openRequests } from './sessions/requests.ts'
import { openSessions } from './sessions/sessions.ts'
import { openOutbox } from './swarms/outbox.ts'
import { openPeers } from './swarms/peers.ts'
import { openTokens } from './swarms/tokens.ts'
import { openCommissions } from './tasks/commissions.ts'
import { openTasks } from './tasks/tasks.ts'
import { openUpkeep } from './upkeep/upkeep.ts'

type Part = Exclude<keyof MailStore, 'location' | 'close' | 'live'>

/** The parts of a store, each behind a call that makes it. */
export function partsOf(
  connection: Connection,
  bodies: Bodies,
  signals: Signals,
): { readonly [P in Part]: () => MailStore[P] } {
  let search: ReturnType<typeof openSearch> | undefined
  /** Messages and views share what it keeps of the mail that is not indexed yet. */
  const searching = () => {
    search ??= openSearch(connection)
    return search
  }
  return {
    facts: () => openFacts(connection),
    roster: () => openRoster(connection, signals),
    fleet: () => openFleet(connection),
    messages: () => ({
      ...openMessages(connection, bodies),
      ...openSending(connection, bodies, signals),
      ...searching(),
    }),
    deliveries: () => openDeliveries(connection, bodies, signals),
    groups: () => openGroups(connection, signals),
    queues: () => openQueues(connection, bodies, signals),
    channels: () => openChannels(connection),
    places: () => openPlaces(connection),
    debates: () => openDebates(connection),
    tasks: () => openTasks(connection, bodies),
    commissions: () => openCommissions(connection),
    drafts: () => openDrafts(connection),
    views: () => ({ ...openViews(connection), tally: searching().tally }),
    presence: () => openPresence(connection),
    sessions: () => openSessions(connection, signals),
    asks: () => openAsks(connection, signals),
    bells: () => openBells(connection, signals),
    requests: () => openRequests(connection),
    reservations: () => openReservations(connection, signals),
    assignments: () => openAssignments(connection, signals),
    attention: () => openAttention(connection),
    statistics: () => openStatistics(connection),
    log: () => openLog(connection, signals),
    upkeep: () => openUpkeep(connection, signals),
    backups: () => openBackups(connection),
    exchange: () => openExchange(connection, bodies, signals),
    tokens: () => openTokens(connection),
    peers: () => openPeers(connection),
    outbox: () => openOutbox(connection),
  }
}
