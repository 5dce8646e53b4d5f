import type { BackupStore } from '../../backup-store.ts'
import type { LogStore, MailStore, MessageStore, UpkeepStore, ViewStore } from '../../mail-store.ts'
import { type Delivering, inTurn } from '../../shared/delivering.ts'
import { late } from '../../shared/late.ts'
import type { ColdMatching } from '../cold/cold-search.ts'
import type { Connection } from '../connection.ts'
import type { DecisionFile } from '../debates/debates.ts'
import { openFacts } from '../facts.ts'
import { openListing } from '../reading/listing.ts'
import { openMessages } from '../reading/messages.ts'
import { openRoster } from '../roster/roster.ts'
import { openHabits } from '../sending/habits.ts'
import { openAsks } from '../sessions/asks.ts'
import { openBells } from '../sessions/bells.ts'
import { openSessions } from '../sessions/sessions.ts'
import type { Working } from '../work.ts'

type Part = Exclude<
  keyof MailStore,
  'location' | 'now' | 'ahead' | 'isCurrent' | 'gather' | 'commit' | 'close' | 'live'
>

type Parts = { readonly [P in Part]: () => MailStore[P] | Promise<MailStore[P]> }

/** Opens a part that both engines share on one of them. */
type On = <Part extends object>(open: (connection: Connection) => Working<Part>) => Part

/** What an engine has of its own. */
type Own = {
  delivering(): Promise<Delivering>
  search(): Promise<
    Pick<MessageStore, 'search' | 'searchedBodies' | 'alike' | 'index'> & Pick<ViewStore, 'tally'>
  >
  coldMatching(): Promise<(at: Connection) => ColdMatching>
  /** `null` where decisions lie in the store alone. */
  decisions(): Promise<DecisionFile | null>
  recorded(): Promise<(connection: Connection) => Working<Pick<LogStore, 'recorded' | 'newestRecord'>>>
  upkeep(): Promise<UpkeepStore>
  backups(): Promise<BackupStore>
}

/** The parts of a store, each behind a call that makes it. The code of parts that few commands use is loaded by that call. */
export function partsOf(on: On, own: Own): Parts {
  return {
    facts: () => on(openFacts),
    roster: () => ({
      ...on(openRoster),
      ...late(['lookUp', 'list', 'nearest'], async () =>
        on((await import('../roster/directory.ts')).openDirectory),
      ),
      ...late(['register', 'update', 'setState', 'beat', 'listKeys'], async () =>
        on((await import('../roster/registrations.ts')).openRegistrations),
      ),
    }),
    fleet: async () => ({
      ...on((await import('../fleet/duties.ts')).openDuties),
      ...late(['survey'], async () => on((await import('../fleet/survey.ts')).openSurvey)),
      ...late(['pulse'], async () => on((await import('../fleet/pulse.ts')).openPulse)),
    }),
    ...mailOf(on, own),
    debates: async () => {
      const { openDebates } = await import('../debates/debates.ts')
      const file = await own.decisions()
      return on((at) => openDebates(at, file))
    },
    tasks: async () => on((await import('../tasks/tasks.ts')).openTasks),
    commissions: async () => on((await import('../tasks/commissions.ts')).openCommissions),
    groups: async () => on((await import('../places/groups.ts')).openGroups),
    queues: async () => ({
      ...on((await import('../places/queues.ts')).openQueues),
      ...on((await import('../places/handing-over.ts')).openHandingOver),
    }),
    channels: async () => on((await import('../places/channels.ts')).openChannels),
    places: async () => on((await import('../places/place-lists.ts')).openPlaces),
    drafts: async () => on((await import('../desk/drafts.ts')).openDrafts),
    presence: async () => on((await import('../desk/presence.ts')).openPresence),
    sessions: () => ({
      ...on(openSessions),
      ...late(['work', 'takeBack', 'returned', 'leftOpen', 'unbriefed'], async () =>
        on((await import('../sessions/session-work.ts')).openSessionWork),
      ),
    }),
    asks: () => on(openAsks),
    bells: () => on(openBells),
    requests: async () => on((await import('../sessions/requests.ts')).openRequests),
    loops: async () => on((await import('../moving/loops.ts')).openLoops),
    reservations: async () => on((await import('../reservations/reservations.ts')).openReservations),
    ...recordsOf(on, own),
  }
}

type Mail = 'messages' | 'deliveries' | 'views'

/** Mail itself: how it is sent, found, listed and changed. */
function mailOf(on: On, own: Own): Pick<Parts, Mail> {
  let search: ReturnType<Own['search']> | undefined
  const listing = on(openListing)
  const entries = late(['sent', 'page'], async () => on((await import('../reading/entries.ts')).openEntries))
  /** Messages and views share what it keeps of the mail that is not indexed yet. */
  const searching = () => {
    search ??= own.search()
    return search
  }
  return {
    messages: () => ({
      ...on(openMessages),
      sent: entries.sent,
      ...on(openHabits),
      ...inTurn(
        late(['deliver'], () => own.delivering()),
        late(['deliver'], async () => on((await import('../sending/looking.ts')).openLooking)),
      ),
      ...late(['replace'], async () => on((await import('../sending/replacing.ts')).openReplacing)),
      ...late(['newer'], async () => on((await import('../reading/newer.ts')).openNewer)),
      ...late(['sealers'], async () => on((await import('../sending/sealers.ts')).openSealers)),
      ...late(['search', 'searchedBodies', 'alike', 'index'], searching),
      ...late(['searchCold'], async () => {
        const cold = await own.coldMatching()
        const { openColdSearch } = await import('../cold/cold-search.ts')
        return on((at) => openColdSearch(at, cold))
      }),
    }),
    deliveries: () => ({
      ...listing,
      page: (owner, filter, now, page) => (page.entries ? entries : listing).page(owner, filter, now, page),
      ...late(['move', 'hold', 'holdNext', 'settle', 'renew', 'release'], async () =>
        on((await import('../moving/settling.ts')).openSettling),
      ),
      ...late(['owed', 'bury', 'unreported', 'failedRequests', 'redeliver'], async () =>
        on((await import('../moving/unsettled.ts')).openUnsettled),
      ),
      ...late(['retract', 'unwarned', 'warned'], async () =>
        on((await import('../moving/retracting.ts')).openRetracting),
      ),
    }),
    views: async () => ({
      ...on((await import('../desk/views.ts')).openViews),
      ...late(['tally'], searching),
    }),
  }
}

type Record =
  | ('assignments' | 'attention' | 'alerts' | 'statistics' | 'log' | 'upkeep')
  | ('backups' | 'exchange' | 'tokens' | 'peers' | 'outbox')

/** What is told of mail, kept of it, and exchanged. */
function recordsOf(on: On, own: Own): Pick<Parts, Record> {
  return {
    assignments: async () => on((await import('../desk/assignments.ts')).openAssignments),
    statistics: async () => (await import('../log/statistics.ts')).openStatistics(on),
    log: async () => ({
      ...on((await import('../log/log.ts')).openLog),
      ...late(['receipts', 'outcomes', 'undoable', 'journal', 'reverse'], async () =>
        on((await import('../log/asked.ts')).openAsked),
      ),
      ...late(['recorded', 'newestRecord'], async () => on(await own.recorded())),
    }),
    attention: async () => on((await import('../reading/attention.ts')).openAttention),
    alerts: async () => on((await import('../desk/alerts.ts')).openAlerts),
    upkeep: () => own.upkeep(),
    backups: () => own.backups(),
    exchange: async () => on((await import('../exchange/exchange.ts')).openExchange),
    tokens: async () => on((await import('../swarms/tokens.ts')).openTokens),
    peers: async () => on((await import('../swarms/peers.ts')).openPeers),
    outbox: async () => on((await import('../swarms/outbox.ts')).openOutbox),
  }
}
