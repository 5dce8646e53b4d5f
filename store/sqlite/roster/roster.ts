import type { AgentKind } from '../../../src/domain/priority.ts'
import type { RosterStore } from '../../mail-store.ts'
import { late } from '../../shared/late.ts'
import type { Connection } from '../database/connection.ts'
import { agentOf, findAgentRow, findWhere, listed } from '../rows/agent-rows.ts'
import { countAllUnread, countUnreadOf } from '../rows/counts.ts'
import { rosterVersion } from '../rows/facts.ts'
import { namesOf } from '../rows/names.ts'

export function openRoster(connection: Connection): RosterStore {
  const names = namesOf(connection)
  return {
    async version() {
      return rosterVersion(connection)
    },
    async find(address) {
      const row = findAgentRow(connection, address)
      return row === undefined ? null : agentOf(connection, row)
    },
    async kindOf(address) {
      const sql = `SELECT kind FROM agents a WHERE a.address = ? AND ${listed}`
      return (connection.column(sql).get(address) as AgentKind | undefined) ?? null
    },
    async findBySession(session) {
      return findWhere(connection, 'session', session)
    },
    async findByPane(pane) {
      return findWhere(connection, 'pane', pane)
    },
    async unread(addresses, now) {
      const owners = addresses.map((address) => names.find(address))
      return connection.read(() => countUnreadOf(connection, owners, now))
    },
    async unreadOfAll(now) {
      return connection.read(() => countAllUnread(connection, now))
    },
    ...late(['lookUp', 'list', 'nearest'], async () =>
      (await import('./directory.ts')).openDirectory(connection),
    ),
    ...late(['register', 'update', 'setState', 'beat', 'listKeys'], async () =>
      (await import('./registrations.ts')).openRegistrations(connection),
    ),
  }
}
