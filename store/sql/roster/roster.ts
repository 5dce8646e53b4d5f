import type { AgentKind } from '../../../src/domain/priority.ts'
import type { RosterStore } from '../../mail-store.ts'
import type { Connection } from '../connection.ts'
import { rosterVersion } from '../facts.ts'
import { agentOf, findAgentRow, findWhere, listed } from '../rows/agent-rows.ts'
import { countAllUnread, countUnreadOf } from '../rows/counts.ts'
import { findNumbers } from '../rows/names.ts'
import type { Working } from '../work.ts'

const kindSql = `SELECT kind FROM agents a WHERE a.address = ? AND ${listed}`

type Looks = Pick<
  RosterStore,
  'version' | 'find' | 'kindOf' | 'findBySession' | 'findByPane' | 'unread' | 'unreadOfAll'
>

/** What is asked of the roster most often. */
export function openRoster(connection: Connection): Working<Looks> {
  return {
    version: () => rosterVersion(connection),
    *find(address) {
      const row = yield* findAgentRow(connection, address)
      return row === undefined ? null : agentOf(row)
    },
    *kindOf(address) {
      return (yield* connection.cell<AgentKind>(kindSql, address)) ?? null
    },
    findBySession: (session) => findWhere(connection, 'session', session),
    findByPane: (pane) => findWhere(connection, 'pane', pane),
    *unread(addresses, now) {
      const owners = yield* findNumbers(connection, addresses)
      return yield* connection.read((at) => countUnreadOf(at, owners, now))
    },
    unreadOfAll: (now) => connection.read((at) => countAllUnread(at, now)),
  }
}
