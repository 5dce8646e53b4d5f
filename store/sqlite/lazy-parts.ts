import type { MailStore } from '../mail-store.ts'
import type { Bodies } from './bodies.ts'
import type { Connection } from './connection.ts'
import type { Signals } from './signals.ts'

type Method = (...args: readonly unknown[]) => Promise<unknown>
type LazyParts = Pick<
  MailStore,
  'groups' | 'queues' | 'channels' | 'places' | 'drafts' | 'presence' | 'log' | 'upkeep'
>

/** Parts that few commands call, and that only they load. */
export function openLazyParts(connection: Connection, bodies: Bodies, signals: Signals): LazyParts {
  return {
    groups: lazily(
      async () => (await import('./groups.ts')).openGroups(connection),
      ['find', 'list', 'create', 'change', 'remove'],
    ),
    queues: lazily(
      async () => (await import('./queues.ts')).openQueues(connection, bodies, signals),
      ['find', 'list', 'create', 'setStatus', 'claim', 'renew', 'release', 'finish', 'returnLapsed'],
    ),
    channels: lazily(
      async () => (await import('./channels.ts')).openChannels(connection),
      ['find', 'list', 'create', 'close', 'remove', 'subscribe', 'unsubscribe', 'posts', 'pin', 'prune'],
    ),
    places: lazily(async () => (await import('./place-lists.ts')).openPlaces(connection), ['list', 'tagged']),
    drafts: lazily(
      async () => (await import('./drafts.ts')).openDrafts(connection),
      ['save', 'find', 'list', 'remove', 'take'],
    ),
    presence: lazily(
      async () => (await import('./presence.ts')).openPresence(connection),
      ['list', 'put', 'leave'],
    ),
    log: lazily(
      async () => (await import('./log.ts')).openLog(connection, signals),
      ['history', 'receipts', 'undoable', 'reverse', 'since'],
    ),
    upkeep: lazily(
      async () => (await import('./upkeep.ts')).openUpkeep(connection, signals),
      [
        'chill',
        'chillable',
        'due',
        'endDue',
        'silent',
        'foresee',
        'overdue',
        'sentKeys',
        'checkpoint',
        'findRedispatch',
        'putRedispatch',
        'beadHolders',
      ],
    ),
  }
}

/** `names` are all of a part's methods; one that is left out does not compile. */
function lazily<T extends object, const K extends readonly (keyof T & string)[]>(
  load: () => Promise<T>,
  names: [Exclude<keyof T, K[number]>] extends [never] ? K : never,
): T {
  let loaded: Promise<T> | undefined
  const call =
    (name: K[number]): Method =>
    async (...args) => {
      loaded ??= load()
      const method = (await loaded)[name] as Method
      return method(...args)
    }
  return Object.fromEntries(names.map((name) => [name, call(name)])) as T
}
