import type { ChangeWord } from '../../../src/domain/change.ts'
import type { Group } from '../../../src/domain/group.ts'
import { placeAddress } from '../../../src/domain/places.ts'
import type { Author, Doer, GroupStore } from '../../mail-store.ts'
import { pageOf } from '../../sql/cursors.ts'
import type { Connection } from '../database/connection.ts'
import { deliverSelected } from '../roster/joining.ts'
import { noteChange, openChange } from '../rows/changes.ts'
import { raiseRosterVersion } from '../rows/facts.ts'
import { namesOf } from '../rows/names.ts'
import { noPlace, placeTaken } from '../rows/place-rows.ts'

type Row = { readonly name: string; readonly members: string }

export function openGroups(connection: Connection): GroupStore {
  return {
    async find(name) {
      return findGroup(connection, name)
    },
    async list(page) {
      const sql = 'SELECT name, members FROM groups WHERE name > ? ORDER BY name LIMIT ? + 0'
      const rows = connection.statement(sql).all(page.after ?? '', page.limit + 1) as Row[]
      return pageOf(rows.map(groupOf), page.limit, ({ name }) => name)
    },
    async create({ name, members }, author) {
      return connection.write(() => {
        if (findGroup(connection, name) !== null) throw placeTaken('group', name)
        const kept = JSON.stringify([...new Set(members)])
        connection.statement('INSERT INTO groups(name, members) VALUES(?, ?)').run(name, kept)
        raiseRosterVersion(connection)
        note(author, 'create-group', name)
        return requireGroup(connection, name)
      })
    },
    async change(name, { add, remove }, author) {
      return connection.write(() => {
        const before = requireGroup(connection, name)
        const members = [...new Set([...before.members, ...add])].filter((member) => !remove.includes(member))
        const sql = 'UPDATE groups SET members = ? WHERE name = ?'
        connection.statement(sql).run(JSON.stringify(members), name)
        raiseRosterVersion(connection)
        if (members.join() !== before.members.join()) note(author, 'change-group', name)
        return { name, members }
      })
    },
    async held() {
      const sql =
        "SELECT DISTINCT selector FROM postings WHERE selector >= 'group:' AND selector < 'group;' ORDER BY selector"
      const selectors = connection.column(sql).all() as string[]
      return selectors.map((selector) => selector.slice('group:'.length))
    },
    async deliverHeld(name, agents, doer, at) {
      return connection.write(() => deliverHeld(connection, { name, agents, doer, at }))
    },
    async remove(name, author) {
      return connection.write(() => {
        const group = requireGroup(connection, name)
        connection.statement('DELETE FROM groups WHERE name = ?').run(name)
        raiseRosterVersion(connection)
        note(author, 'delete-group', name)
        return group
      })
    },
  }

  function note(author: Author | undefined, what: ChangeWord, name: string): void {
    if (author !== undefined) noteChange(connection, author, what, placeAddress('group', name))
  }
}

type Delivering = {
  readonly name: string
  readonly agents: readonly string[]
  readonly doer: Doer
  readonly at: number
}

/** A message without a recipient stays held: only its own sender is in the group. */
function deliverHeld(connection: Connection, { name, agents, doer, at }: Delivering): number {
  const selector = placeAddress('group', name)
  const deed = openChange(connection, { doer, at, what: 'joined' })
  let delivered = 0
  for (const address of agents) {
    const id = namesOf(connection).find(address)
    if (id !== undefined)
      delivered += deliverSelected(connection, deed, { id, at }, { selector, via: selector })
  }
  deed.finish()
  const sql = `DELETE FROM postings WHERE selector = @selector
AND EXISTS(SELECT 1 FROM events e WHERE e.message_id = postings.message_id AND e.what = 'joined' AND e.detail ->> '$.via' = @selector)`
  connection.statement(sql).run({ selector })
  return delivered
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
