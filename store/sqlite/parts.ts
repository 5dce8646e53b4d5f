import type { MailStore, Post } from '../mail-store.ts'
import { late } from '../shared/late.ts'
import { openFacts } from '../sql/facts.ts'
import { openMessages } from '../sql/reading/messages.ts'
import { openRoster } from '../sql/roster/roster.ts'
import { openHabits } from '../sql/sending/habits.ts'
import { openAsks } from '../sql/sessions/asks.ts'
import { openBells } from '../sql/sessions/bells.ts'
import { openSessions } from '../sql/sessions/sessions.ts'
import { atOnce } from '../sql/work.ts'
import type { Connection } from './database/connection.ts'
import { openDeliveries } from './deliveries.ts'
import { partOn, shared } from './engine/shared.ts'
import { openQueueing } from './queueing.ts'
import type { Search } from './search/search.ts'

type Part = Exclude<keyof MailStore, 'location' | 'isCurrent' | 'gather' | 'commit' | 'close' | 'live'>

type Parts = { readonly [P in Part]: () => MailStore[P] | Promise<MailStore[P]> }

/** The parts of a store, each behind a call that makes it. The code of parts that few commands use is loaded by that call. */
export function partsOf(connection: Connection): Parts {
  let search: Promise<Search> | undefined
  /** Messages and views share what it keeps of the mail that is not indexed yet. */
  const searching = () => {
    search ??= import('./search/search.ts').then(({ openSearch }) => openSearch(connection))
    return search
  }
  return {
    facts: () => partOn(connection, openFacts),
    roster: () => ({
      ...partOn(connection, openRoster),
      ...late(['lookUp', 'list', 'nearest'], async () =>
        partOn(connection, (await import('../sql/roster/directory.ts')).openDirectory),
      ),
      ...late(['register', 'update', 'setState', 'beat', 'listKeys'], async () =>
        partOn(connection, (await import('../sql/roster/registrations.ts')).openRegistrations),
      ),
    }),
    fleet: async () => ({
      ...partOn(connection, (await import('../sql/fleet/duties.ts')).openDuties),
      ...late(['survey'], async () =>
        partOn(connection, (await import('../sql/fleet/survey.ts')).openSurvey),
      ),
    }),
    messages: () => ({
      ...partOn(connection, openMessages),
      ...partOn(connection, openHabits),
      ...late(['deliver', 'sealers'], async () => sendingOn(connection)),
      ...late(['search', 'searchCold', 'searchedBodies', 'alike', 'index'], searching),
    }),
    deliveries: () => openDeliveries(connection),
    debates: async () => {
      const { openDebates } = await import('../sql/debates/debates.ts')
      const { openDecisionFile } = await import('./debates/decision-file.ts')
      const file = openDecisionFile(connection.location)
      return partOn(connection, (at) => openDebates(at, file))
    },
    tasks: async () => partOn(connection, (await import('../sql/tasks/tasks.ts')).openTasks),
    commissions: async () =>
      partOn(connection, (await import('../sql/tasks/commissions.ts')).openCommissions),
    groups: async () => partOn(connection, (await import('../sql/places/groups.ts')).openGroups),
    queues: async () => ({
      ...partOn(connection, (await import('../sql/places/queues.ts')).openQueues),
      ...partOn(connection, (await import('../sql/places/handing-over.ts')).openHandingOver),
    }),
    channels: async () => partOn(connection, (await import('../sql/places/channels.ts')).openChannels),
    places: async () => partOn(connection, (await import('../sql/places/place-lists.ts')).openPlaces),
    drafts: async () => partOn(connection, (await import('../sql/desk/drafts.ts')).openDrafts),
    views: async () => ({
      ...partOn(connection, (await import('../sql/desk/views.ts')).openViews),
      ...late(['tally'], searching),
    }),
    presence: async () => partOn(connection, (await import('../sql/desk/presence.ts')).openPresence),
    sessions: () => ({
      ...partOn(connection, openSessions),
      ...late(['work', 'takeBack', 'returned', 'leftOpen', 'unbriefed'], async () =>
        partOn(connection, (await import('../sql/sessions/session-work.ts')).openSessionWork),
      ),
    }),
    asks: () => partOn(connection, openAsks),
    bells: () => partOn(connection, openBells),
    requests: async () => partOn(connection, (await import('../sql/sessions/requests.ts')).openRequests),
    reservations: async () =>
      partOn(connection, (await import('../sql/reservations/reservations.ts')).openReservations),
    ...recordsOf(connection),
  }
}

async function sendingOn(
  connection: Connection,
): Promise<Pick<MailStore['messages'], 'deliver' | 'sealers'>> {
  const { deliver } = await import('../sql/sending/deliver.ts')
  const { openSealers } = await import('../sql/sending/sealers.ts')
  const now = (post: Post) => atOnce(deliver(shared(connection), post))
  return {
    ...partOn(connection, openSealers),
    deliver: connection.yields ? openQueueing(connection, now) : async (post) => now(post),
  }
}

type Record =
  | ('assignments' | 'attention' | 'statistics' | 'log' | 'upkeep')
  | ('backups' | 'exchange' | 'tokens' | 'peers' | 'outbox')

/** What is told of mail, kept of it, and exchanged. */
function recordsOf(connection: Connection): Pick<Parts, Record> {
  return {
    assignments: async () => partOn(connection, (await import('../sql/desk/assignments.ts')).openAssignments),
    statistics: async () =>
      (await import('../sql/log/statistics.ts')).openStatistics((open) => partOn(connection, open)),
    log: async () => ({
      ...partOn(connection, (await import('../sql/log/log.ts')).openLog),
      ...late(['receipts', 'outcomes', 'undoable', 'journal', 'reverse'], async () =>
        partOn(connection, (await import('../sql/log/asked.ts')).openAsked),
      ),
    }),
    attention: async () => partOn(connection, (await import('../sql/reading/attention.ts')).openAttention),
    upkeep: async () => (await import('./upkeep/upkeep.ts')).openUpkeep(connection),
    backups: async () => (await import('./backup/backup.ts')).openBackups(connection),
    exchange: async () => partOn(connection, (await import('../sql/exchange/exchange.ts')).openExchange),
    tokens: async () => partOn(connection, (await import('../sql/swarms/tokens.ts')).openTokens),
    peers: async () => partOn(connection, (await import('../sql/swarms/peers.ts')).openPeers),
    outbox: async () => partOn(connection, (await import('../sql/swarms/outbox.ts')).openOutbox),
  }
}
