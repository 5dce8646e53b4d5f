import type { MailStore } from '../mail-store.ts'
import { openBackups } from './backup/backup.ts'
import { searchCold } from './cold/cold-search.ts'
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

type Part = Exclude<keyof MailStore, 'location' | 'isCurrent' | 'gather' | 'commit' | 'close' | 'live'>

/** The parts of a store. */
export function partsOf(connection: Connection): Pick<MailStore, Part> {
  const search = openSearch(connection)
  return {
    facts: openFacts(connection),
    roster: openRoster(connection),
    fleet: openFleet(connection),
    messages: {
      ...openMessages(connection),
      ...openSending(connection),
      ...search,
      searchCold: (query, owner, now, page) => searchCold(connection, query, owner, now, page),
    },
    deliveries: openDeliveries(connection),
    groups: openGroups(connection),
    queues: openQueues(connection),
    channels: openChannels(connection),
    places: openPlaces(connection),
    debates: openDebates(connection),
    tasks: openTasks(connection),
    commissions: openCommissions(connection),
    drafts: openDrafts(connection),
    views: { ...openViews(connection), tally: search.tally },
    presence: openPresence(connection),
    sessions: openSessions(connection),
    asks: openAsks(connection),
    bells: openBells(connection),
    requests: openRequests(connection),
    reservations: openReservations(connection),
    assignments: openAssignments(connection),
    attention: openAttention(connection),
    statistics: openStatistics(connection),
    log: openLog(connection),
    upkeep: openUpkeep(connection),
    backups: openBackups(connection),
    exchange: openExchange(connection),
    tokens: openTokens(connection),
    peers: openPeers(connection),
    outbox: openOutbox(connection),
  }
}
