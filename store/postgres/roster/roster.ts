import type { AgentKind } from '../../../src/domain/priority.ts'
import type { RosterStore } from '../../mail-store.ts'
import type { Connection } from '../database/connection.ts'
import { mapped } from '../database/sequences.ts'
import { agentOf, findAgentRow, listed } from '../rows/agent-rows.ts'
import { countAllUnread, countUnreadOf } from '../rows/counts.ts'
import { rosterVersion } from '../rows/facts.ts'
import { namesOf } from '../rows/names.ts'
import { findWhere, listAgents, lookUp, nearestTo } from './directory.ts'
import { openKeys } from './keys.ts'
import { openRegistrations } from './registrations.ts'

export function openRoster(connection: Connection): RosterStore {
  const names = namesOf(connection)
  return {
    async version() {
      return rosterVersion(connection)
    },
    async lookUp(question, suffices) {
      return lookUp(connection, question, suffices === 'remembered')
    },
    async find(address) {
      const row = await findAgentRow(connection, address)
      return row === undefined ? null : await agentOf(connection, row)
    },
    async kindOf(address) {
      const sql = `SELECT kind FROM agents a WHERE a.address = ? AND ${listed}`
      return ((await connection.column(sql).get(address)) as AgentKind | undefined) ?? null
    },
    async findBySession(session) {
      return findWhere(connection, 'session', session)
    },
    async findByPane(pane) {
      return findWhere(connection, 'pane', pane)
    },
    async list(filter, page) {
      return connection.read(async () => listAgents(connection, filter, page))
    },
    async unread(addresses, now) {
      const owners = await mapped(addresses, async (address) => names.find(address))
      return connection.read(async () => countUnreadOf(connection, owners, now))
    },
    async unreadOfAll(now) {
      return connection.read(async () => countAllUnread(connection, now))
    },
    ...openRegistrations(connection),
    ...openKeys(connection),
    async nearest(name, most) {
      return nearestTo(connection, name, most)
    },
  }
}
