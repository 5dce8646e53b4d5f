import type { ChangeWord } from '../../../src/domain/change.ts'
import type { Group } from '../../../src/domain/group.ts'
import { placeAddress } from '../../../src/domain/places.ts'
import type { Author, Doer, GroupStore } from '../../mail-store.ts'
import { pageOf } from '../../sql/cursors.ts'
import type { Connection } from '../database/connection.ts'
import { deliverSelected } from '../roster/joining.ts'
import { noteChange, openChange } from '../rows/changes.ts'
import { changeRoster, raiseRosterVersion } from '../rows/facts.ts'
import { namesOf } from '../rows/names.ts'
import { noPlace, placeTaken } from '../rows/place-rows.ts'

type Row = { readonly name: string; readonly members: string }

export function openGroups(connection: Connection): GroupStore {
  return {
    async find(name) {
      return findGroup(connection, name)
    },
    async list(page) {
      const sql = 'SELECT name, members FROM groups WHERE name > ? ORDER BY name LIMIT ?'
      const rows = (await connection.statement(sql).all(page.after ?? '', page.limit + 1)) as Row[]
      return pageOf(rows.map(groupOf), page.limit, ({ name }) => name)
    },
    async create({ name, members }, author) {
      return changeRoster(connection, async () => {
        if ((await findGroup(connection, name)) !== null) throw placeTaken('group', name)
        const kept = JSON.stringify([...new Set(members)])
        await connection.statement('INSERT INTO groups(name, members) VALUES(?, ?)').run(name, kept)
        await raiseRosterVersion(connection)
        await note(author, 'create-group', name)
        return requireGroup(connection, name)
      })
    },
    async change(name, { add, remove }, author) {
      return changeRoster(connection, async () => {
        const before = await requireGroup(connection, name)
        const members = [...new Set([...before.members, ...add])].filter((member) => !remove.includes(member))
        const sql = 'UPDATE groups SET members = ? WHERE name = ?'
        await connection.statement(sql).run(JSON.stringify(members), name)
        await raiseRosterVersion(connection)
        if (members.join() !== before.members.join()) await note(author, 'change-group', name)
        return { name, members }
      })
    },
    async held() {
      const sql =
        "SELECT DISTINCT selector FROM postings WHERE selector >= 'group:' AND selector < 'group;' ORDER BY selector"
      const selectors = (await connection.column(sql).all()) as string[]
      return selectors.map((selector) => selector.slice('group:'.length))
    },
    async deliverHeld(name, agents, doer, at) {
      return changeRoster(connection, async () => deliverHeld(connection, { name, agents, doer, at }))
    },
    async remove(name, author) {
      return changeRoster(connection, async () => {
        const group = await requireGroup(connection, name)
        await connection.statement('DELETE FROM groups WHERE name = ?').run(name)
        await raiseRosterVersion(connection)
        await note(author, 'delete-group', name)
        return group
      })
    },
  }

  async function note(author: Author | undefined, what: ChangeWord, name: string): Promise<void> {
    if (author !== undefined) await noteChange(connection, author, what, placeAddress('group', name))
  }
}

type Delivering = {
  readonly name: string
  readonly agents: readonly string[]
  readonly doer: Doer
  readonly at: number
}

/** What nobody got stays held: its own sender alone is in the group. */
async function deliverHeld(connection: Connection, { name, agents, doer, at }: Delivering): Promise<number> {
  const selector = placeAddress('group', name)
  const deed = openChange(connection, { doer, at, what: 'joined' })
  let delivered = 0
  for (const address of agents) {
    const id = await namesOf(connection).find(address)
    if (id !== undefined)
      delivered += await deliverSelected(connection, deed, { id, at }, { selector, via: selector })
  }
  const sql = `DELETE FROM postings WHERE selector = @selector
AND EXISTS(SELECT 1 FROM events e WHERE e.message_id = postings.message_id AND e.what = 'joined' AND readable(e.detail)::json ->> 'via' = @selector)`
  await connection.statement(sql).run({ selector })
  return delivered
}

function groupOf({ name, members }: Row): Group {
  return { name, members: JSON.parse(members) as readonly string[] }
}

async function findGroup(connection: Connection, name: string): Promise<Group | null> {
  const row = (await connection.statement('SELECT name, members FROM groups WHERE name = ?').get(name)) as
    | Row
    | undefined
  return row === undefined ? null : groupOf(row)
}

async function requireGroup(connection: Connection, name: string): Promise<Group> {
  const group = await findGroup(connection, name)
  if (group === null) throw noPlace('group', name)
  return group
}
