import type { Doer, Registration, RosterStore } from '../mail-store.ts'
import { agentOf, findAgentRow } from './agents.ts'
import type { Connection } from './connection.ts'
import { countUnread } from './counts.ts'
import { findWhere, listAgents, lookUp, nearestTo } from './directory.ts'
import { namesOf } from './names.ts'
import { beatAgent, registerAgent, setAgentState, updateAgent } from './registering.ts'
import type { Signals } from './signals.ts'

export function openRoster(connection: Connection, signals: Signals): RosterStore {
  const parts = { connection, signals }
  const names = namesOf(connection)
  return {
    async lookUp(question, suffices) {
      return lookUp(connection, question, suffices === 'remembered')
    },
    async find(address) {
      const row = findAgentRow(connection, address)
      return row === undefined ? null : agentOf(connection, row)
    },
    async findBySession(session) {
      return findWhere(connection, 'session', session)
    },
    async findByPane(pane) {
      return findWhere(connection, 'pane', pane)
    },
    async list(filter, page) {
      return connection.read(() => listAgents(connection, filter, page))
    },
    async unread(addresses, now) {
      return connection.read(() =>
        addresses.map((address) => countUnread(connection, names.find(address), now)),
      )
    },
    async register(registration: Registration, doer: Doer, at: number) {
      return connection.write(() => registerAgent(parts, registration, doer, at))
    },
    async update(registration: Registration, doer: Doer, at: number) {
      const { agent, joined } = connection.write(() => updateAgent(parts, registration, doer, at))
      return { agent, joined }
    },
    async setState(address, state, doer, at) {
      return connection.write(() => setAgentState(parts, address, state, doer, at))
    },
    async beat(address, at, session) {
      return connection.write(
        () => beatAgent(parts, address, at, session),
        ({ changed }) => changed,
      ).agent
    },
    async nearest(name, most) {
      return nearestTo(connection, name, most)
    },
  }
}
