import type { MailStore } from '../mail-store.ts'
import { openDrafts } from '../sql/desk/drafts.ts'
import { openPresence } from '../sql/desk/presence.ts'
import { openViews } from '../sql/desk/views.ts'
import { openFacts } from '../sql/facts.ts'
import { openAttention } from '../sql/reading/attention.ts'
import { openMessages } from '../sql/reading/messages.ts'
import { openReservations } from '../sql/reservations/reservations.ts'
import { openAsks } from '../sql/sessions/asks.ts'
import { openRequests } from '../sql/sessions/requests.ts'
import { openOutbox } from '../sql/swarms/outbox.ts'
import { openPeers } from '../sql/swarms/peers.ts'
import { openTokens } from '../sql/swarms/tokens.ts'
import { openBackups } from './backup/backup.ts'
import { searchCold } from './cold/cold-search.ts'
import type { Connection } from './database/connection.ts'
import { openDebates } from './debates/debates.ts'
import { openDeliveries } from './deliveries.ts'
import { openAssignments } from './desk/assignments.ts'
import { partOn } from './engine/shared.ts'
import { openExchange } from './exchange/exchange.ts'
import { openFleet } from './fleet/fleet.ts'
import { openLog } from './log/log.ts'
import { openStatistics } from './log/statistics.ts'
import { openChannels } from './places/channels.ts'
import { openGroups } from './places/groups.ts'
import { openPlaces } from './places/place-lists.ts'
import { openQueues } from './places/queues.ts'
import { openRoster } from './roster/roster.ts'
import { openSearch } from './search/search.ts'
import { openSending } from './sending/sending.ts'
import { openBells } from './sessions/bells.ts'
import { openSessions } from './sessions/sessions.ts'
import { openCommissions } from './tasks/commissions.ts'
import { openTasks } from './tasks/tasks.ts'
import { openUpkeep } from './upkeep/upkeep.ts'

type Part = Exclude<keyof MailStore, 'location' | 'isCurrent' | 'gather' | 'commit' | 'close' | 'live'>

/** The parts of a store. */
export function partsOf(connection: Connection): Pick<MailStore, Part> {
  const search = openSearch(connection)
  return {
    facts: partOn(connection, openFacts),
    roster: openRoster(connection),
    fleet: openFleet(connection),
    messages: {
      ...partOn(connection, openMessages),
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
    drafts: partOn(connection, openDrafts),
    views: { ...partOn(connection, openViews), tally: search.tally },
    presence: partOn(connection, openPresence),
    sessions: openSessions(connection),
    asks: partOn(connection, openAsks),
    bells: openBells(connection),
    requests: partOn(connection, openRequests),
    reservations: partOn(connection, openReservations),
    assignments: openAssignments(connection),
    attention: partOn(connection, openAttention),
    statistics: openStatistics(connection),
    log: openLog(connection),
    upkeep: openUpkeep(connection),
    backups: openBackups(connection),
    exchange: openExchange(connection),
    tokens: partOn(connection, openTokens),
    peers: partOn(connection, openPeers),
    outbox: partOn(connection, openOutbox),
  }
}
