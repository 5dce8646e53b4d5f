import type { Group } from '../../src/domain/group.ts'
import type { GroupStore } from '../mail-store.ts'
import type { Connection } from './connection.ts'
import { raiseRosterVersion } from './facts.ts'
import { noPlace, placeTaken } from './places.ts'

type Row = { readonly name: string; readonly members: string }

export function openGroups(connection: Connection): GroupStore {
  return {
    async find(name) {
      return findGroup(connection, name)
    },
    async list(page) {
      const sql = 'SELECT name, members FROM groups WHERE name > ? ORDER BY name LIMIT ? + 0'
      const rows = connection.statement(sql).all(page.after ?? '', page.limit + 1) as Row[]
      const shown = rows.slice(0, page.limit).map(groupOf)
      return { rows: shown, next: rows.length > page.limit ? (shown.at(-1)?.name ?? null) : null }
    },
    async create({ name, members }) {
      return connection.write(() => {
        if (findGroup(connection, name) !== null) throw placeTaken('group', name)
        const kept = JSON.stringify([...new Set(members)])
        connection.statement('INSERT INTO groups(name, members) VALUES(?, ?)').run(name, kept)
        raiseRosterVersion(connection)
        return requireGroup(connection, name)
      })
    },
    async change(name, { add, remove }) {
      return connection.write(() => {
        const before = requireGroup(connection, name)
        const members = [...new Set([...before.members, ...add])].filter((member) => !remove.includes(member))
        const sql = 'UPDATE groups SET members = ? WHERE name = ?'
        connection.statement(sql).run(JSON.stringify(members), name)
        raiseRosterVersion(connection)
        return { name, members }
      })
    },
    async remove(name) {
      return connection.write(() => {
        const group = requireGroup(connection, name)
        connection.statement('DELETE FROM groups WHERE name = ?').run(name)
        raiseRosterVersion(connection)
        return group
      })
    },
  }
}

function groupOf({ name, members }: Row): Group {
  return { name, members: JSON.parse(members) as readonly string[] }
}

function findGroup(connection: Connection, name: string): Group | null {
  const row = connection.statement('SELECT name, members FROM groups WHERE name = ?').get(name) as
    | Row
    | undefined
  return row === undefined ? null : groupOf(row)
}

function requireGroup(connection: Connection, name: string): Group {
  const group = findGroup(connection, name)
  if (group === null) throw noPlace('group', name)
  return group
}
