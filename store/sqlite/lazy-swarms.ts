import type { MailStore } from '../mail-store.ts'
import type { Connection } from './database/connection.ts'
import { lazily } from './database/lazily.ts'

/** Each part behind a call that makes it. */
export type Opening<K extends keyof MailStore> = { readonly [N in K]: () => MailStore[N] }

export type SwarmParts = Opening<'commissions' | 'tokens' | 'peers' | 'outbox'>

/** What concerns other swarms and those who give tasks. */
export function lazySwarmParts(connection: Connection): SwarmParts {
  return {
    commissions: () =>
      lazily(
        async () => (await import('./tasks/commissions.ts')).openCommissions(connection),
        ['open', 'find', 'list', 'contribute', 'limit'],
      ),
    tokens: () =>
      lazily(
        async () => (await import('./swarms/tokens.ts')).openTokens(connection),
        ['add', 'find', 'list', 'revoke'],
      ),
    peers: () =>
      lazily(
        async () => (await import('./swarms/peers.ts')).openPeers(connection),
        ['find', 'list', 'put', 'remove', 'saw', 'forgetVolatile'],
      ),
    outbox: () =>
      lazily(
        async () => (await import('./swarms/outbox.ts')).openOutbox(connection),
        ['due', 'drop', 'again', 'hasten', 'bound', 'waiting'],
      ),
  }
}
