import type { MailStore } from '../mail-store.ts'
import type { Connection } from './database/connection.ts'
import { lazily } from './database/lazily.ts'
import { lazySwarmParts, type Opening, type SwarmParts } from './lazy-swarms.ts'
import type { Signals } from './live/signals.ts'
import type { Bodies } from './rows/bodies.ts'

type LazyParts = SwarmParts &
  Opening<
    | 'groups'
    | 'queues'
    | 'channels'
    | 'places'
    | 'debates'
    | 'tasks'
    | 'drafts'
    | 'views'
    | 'presence'
    | 'sessions'
    | 'assignments'
    | 'statistics'
    | 'log'
    | 'upkeep'
    | 'backups'
    | 'exchange'
  >

const upkeepNames = [
  'chill',
  'chillable',
  'due',
  'endDue',
  'silent',
  'foresee',
  'overdue',
  'sentKeys',
  'checkpoint',
  'hurry',
  'findRedispatch',
  'putRedispatch',
  'givenOut',
] as const satisfies readonly (keyof MailStore['upkeep'])[]

/** Parts that few commands call, and that only they load. */
export function lazyParts(connection: Connection, bodies: Bodies, signals: Signals): LazyParts {
  return {
    ...lazyPlaces(connection, bodies, signals),
    ...lazySwarmParts(connection),
    drafts: () =>
      lazily(
        async () => (await import('./desk/drafts.ts')).openDrafts(connection),
        ['save', 'find', 'list', 'remove', 'take'],
      ),
    views: () =>
      lazily(async () => (await import('./desk/views.ts')).openViews(connection), ['save', 'list', 'remove']),
    presence: () =>
      lazily(
        async () => (await import('./desk/presence.ts')).openPresence(connection),
        ['list', 'put', 'leave'],
      ),
    sessions: () =>
      lazily(
        async () => (await import('./sessions/sessions.ts')).openSessions(connection, signals),
        ['find', 'list', 'beat', 'end', 'work', 'takeBack', 'returned', 'leftOpen', 'brief', 'isBriefed'],
      ),
    exchange: () =>
      lazily(
        async () => (await import('./exchange/exchange.ts')).openExchange(connection, bodies, signals),
        ['enrol', 'take', 'known', 'name', 'departures', 'departuresOf'],
      ),
    assignments: () =>
      lazily(
        async () => (await import('./desk/assignments.ts')).openAssignments(connection, signals),
        ['assign', 'find'],
      ),
    statistics: () =>
      lazily(
        async () => (await import('./log/statistics.ts')).openStatistics(connection),
        ['read', 'timeline'],
      ),
    log: () =>
      lazily(
        async () => (await import('./log/log.ts')).openLog(connection, signals),
        ['history', 'receipts', 'outcomes', 'told', 'undoable', 'reverse', 'since', 'noteNudge', 'nudges'],
      ),
    backups: () => lazily(async () => (await import('./backup/backup.ts')).openBackups(connection), ['make']),
    debates: () =>
      lazily(
        async () => (await import('./debates/debates.ts')).openDebates(connection),
        ['find', 'list', 'unjudged', 'judge', 'tally', 'decide', 'file', 'unfiled', 'decisions', 'recent'],
      ),
    tasks: () =>
      lazily(
        async () => (await import('./tasks/tasks.ts')).openTasks(connection, bodies),
        ['find', 'list', 'facts', 'messages', 'history', 'traffic', 'steps'],
      ),
    upkeep: () =>
      lazily(async () => (await import('./upkeep/upkeep.ts')).openUpkeep(connection, signals), upkeepNames),
  }
}

type Places = Opening<'groups' | 'queues' | 'channels' | 'places'>

function lazyPlaces(connection: Connection, bodies: Bodies, signals: Signals): Places {
  return {
    groups: () =>
      lazily(
        async () => (await import('./places/groups.ts')).openGroups(connection, signals),
        ['find', 'list', 'create', 'change', 'remove', 'held', 'deliverHeld'],
      ),
    queues: () =>
      lazily(
        async () => (await import('./places/queues.ts')).openQueues(connection, bodies, signals),
        [
          'find',
          'list',
          'create',
          'setStatus',
          'claim',
          'renew',
          'release',
          'finish',
          'lapsed',
          'returnLapsed',
        ],
      ),
    channels: () =>
      lazily(
        async () => (await import('./places/channels.ts')).openChannels(connection),
        [
          'find',
          'list',
          'create',
          'close',
          'remove',
          'subscribe',
          'unsubscribe',
          'posts',
          'pin',
          'prunable',
          'prune',
        ],
      ),
    places: () =>
      lazily(
        async () => (await import('./places/place-lists.ts')).openPlaces(connection),
        ['list', 'tagged'],
      ),
  }
}
