import type { MailStore } from '../mail-store.ts'
import { late } from '../shared/late.ts'
import { openDebates } from '../sql/debates/debates.ts'
import { openAssignments } from '../sql/desk/assignments.ts'
import { openDrafts } from '../sql/desk/drafts.ts'
import { openPresence } from '../sql/desk/presence.ts'
import { openViews } from '../sql/desk/views.ts'
import { openExchange } from '../sql/exchange/exchange.ts'
import { openFacts } from '../sql/facts.ts'
import { openDuties } from '../sql/fleet/duties.ts'
import { openSurvey } from '../sql/fleet/survey.ts'
import { openLog } from '../sql/log/log.ts'
import { openStatistics } from '../sql/log/statistics.ts'
import { openChannels } from '../sql/places/channels.ts'
import { openGroups } from '../sql/places/groups.ts'
import { openHandingOver } from '../sql/places/handing-over.ts'
import { openPlaces } from '../sql/places/place-lists.ts'
import { openQueues } from '../sql/places/queues.ts'
import { openAttention } from '../sql/reading/attention.ts'
import { openMessages } from '../sql/reading/messages.ts'
import { openReservations } from '../sql/reservations/reservations.ts'
import { openDirectory } from '../sql/roster/directory.ts'
import { openRegistrations } from '../sql/roster/registrations.ts'
import { openRoster } from '../sql/roster/roster.ts'
import { openDelivering } from '../sql/sending/deliver.ts'
import { openHabits } from '../sql/sending/habits.ts'
import { openSealers } from '../sql/sending/sealers.ts'
import { openAsks } from '../sql/sessions/asks.ts'
import { openBells } from '../sql/sessions/bells.ts'
import { openRequests } from '../sql/sessions/requests.ts'
import { openSessionWork } from '../sql/sessions/session-work.ts'
import { openSessions } from '../sql/sessions/sessions.ts'
import { openOutbox } from '../sql/swarms/outbox.ts'
import { openPeers } from '../sql/swarms/peers.ts'
import { openTokens } from '../sql/swarms/tokens.ts'
import { openCommissions } from '../sql/tasks/commissions.ts'
import { openTasks } from '../sql/tasks/tasks.ts'
import { openBackups } from './backup/backup.ts'
import { searchCold } from './cold/cold-search.ts'
import type { Connection } from './database/connection.ts'
import { openDeliveries } from './deliveries.ts'
import { partOn } from './engine/shared.ts'
import { openSearch } from './search/search.ts'
import { openUpkeep } from './upkeep/upkeep.ts'

type Part = Exclude<keyof MailStore, 'location' | 'isCurrent' | 'gather' | 'commit' | 'close' | 'live'>

/** The parts of a store. */
export function partsOf(connection: Connection): Pick<MailStore, Part> {
  const search = openSearch(connection)
  return {
    facts: partOn(connection, openFacts),
    roster: {
      ...partOn(connection, openRoster),
      ...partOn(connection, openDirectory),
      ...partOn(connection, openRegistrations),
    },
    fleet: { ...partOn(connection, openDuties), ...partOn(connection, openSurvey) },
    messages: {
      ...partOn(connection, openMessages),
      ...partOn(connection, openHabits),
      ...partOn(connection, openSealers),
      ...partOn(connection, openDelivering),
      ...search,
      searchCold: (query, owner, now, page) => searchCold(connection, query, owner, now, page),
    },
    deliveries: openDeliveries(connection),
    debates: partOn(connection, (at) => openDebates(at, null)),
    tasks: partOn(connection, openTasks),
    commissions: partOn(connection, openCommissions),
    groups: partOn(connection, openGroups),
    queues: { ...partOn(connection, openQueues), ...partOn(connection, openHandingOver) },
    channels: partOn(connection, openChannels),
    places: partOn(connection, openPlaces),
    drafts: partOn(connection, openDrafts),
    views: { ...partOn(connection, openViews), tally: search.tally },
    presence: partOn(connection, openPresence),
    sessions: { ...partOn(connection, openSessions), ...partOn(connection, openSessionWork) },
    asks: partOn(connection, openAsks),
    bells: partOn(connection, openBells),
    requests: partOn(connection, openRequests),
    reservations: partOn(connection, openReservations),
    assignments: partOn(connection, openAssignments),
    statistics: openStatistics((open) => partOn(connection, open)),
    log: {
      ...partOn(connection, openLog),
      ...late(['receipts', 'outcomes', 'undoable', 'journal', 'reverse'], async () =>
        partOn(connection, (await import('../sql/log/asked.ts')).openAsked),
      ),
    },
    attention: partOn(connection, openAttention),
    upkeep: openUpkeep(connection),
    backups: openBackups(connection),
    exchange: partOn(connection, openExchange),
    tokens: partOn(connection, openTokens),
    peers: partOn(connection, openPeers),
    outbox: partOn(connection, openOutbox),
  }
}
