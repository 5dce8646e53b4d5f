import type { ChangeWord } from '../../../src/domain/change.ts'
import type { Group } from '../../../src/domain/group.ts'
import { placeAddress } from '../../../src/domain/places.ts'
import type { Author, Doer, GroupStore } from '../../mail-store.ts'
import type { Connection, Tx } from '../connection.ts'
import { pageOf } from '../cursors.ts'
import { changeRoster, raiseRosterVersion } from '../facts.ts'
import { deliverSelected } from '../roster/joining.ts'
import { findNumber } from '../rows/names.ts'
import { noPlace, placeTaken } from '../rows/place-rows.ts'
import type { Work, Working } from '../work.ts'
import { withMakers } from './makers.ts'

type Row = { readonly name: string; readonly members: string }

export function openGroups(connection: Connection): Working<GroupStore> {
  return {
    find: (name) => findGroup(connection, name),
    *list(page) {
      const sql = 'SELECT name, members FROM groups WHERE name > ? ORDER BY name LIMIT ?'
      const rows = yield* connection.rows<Row>(sql, page.after ?? '', page.limit + 1)
      const { rows: groups, next } = pageOf(rows.map(groupOf), page.limit, ({ name }) => name)
      return { rows: page.makers === true ? yield* withMakers(connection, 'group', groups) : groups, next }
    },
    create: ({ name, members }, author) =>
      changeRoster(connection, function* (tx) {
        if ((yield* findGroup(tx, name)) !== null) throw placeTaken('group', name)
        const kept = JSON.stringify([...new Set(members)])
        yield* tx.run('INSERT INTO groups(name, members) VALUES(?, ?)', name, kept)
        yield* raiseRosterVersion(tx)
        yield* journal(tx, author, 'create-group', name)
        return yield* requireGroup(tx, name)
      }),
    change: (name, { add, remove }, author) =>
      changeRoster(connection, function* (tx) {
        const before = yield* requireGroup(tx, name)
        const members = [...new Set([...before.members, ...add])].filter((member) => !remove.includes(member))
        yield* tx.run('UPDATE groups SET members = ? WHERE name = ?', JSON.stringify(members), name)
        yield* raiseRosterVersion(tx)
        if (members.join() !== before.members.join()) yield* journal(tx, author, 'change-group', name)
        return { name, members }
      }),
    *held() {
      const sql =
        "SELECT DISTINCT selector FROM postings WHERE selector >= 'group:' AND selector < 'group;' ORDER BY selector"
      const selectors = yield* connection.cells<string>(sql)
      return selectors.map((selector) => selector.slice('group:'.length))
    },
    deliverHeld: (name, agents, doer, at) =>
      changeRoster(connection, (tx) => deliverHeld(tx, { name, agents, doer, at })),
    remove: (name, author) =>
      changeRoster(connection, function* (tx) {
        const group = yield* requireGroup(tx, name)
        yield* tx.run('DELETE FROM groups WHERE name = ?', name)
        yield* raiseRosterVersion(tx)
        yield* journal(tx, author, 'delete-group', name)
        return group
      }),
  }
}

function* journal(tx: Tx, author: Author | undefined, what: ChangeWord, name: string): Work<void> {
  if (author !== undefined) yield* tx.engine.noteChange(tx, author, what, placeAddress('group', name))
}

type Delivering = {
  readonly name: string
  readonly agents: readonly string[]
  readonly doer: Doer
  readonly at: number
}

const deliveredSql = `DELETE FROM postings WHERE selector = @selector
AND EXISTS(SELECT 1 FROM events e WHERE e.message_id = postings.message_id AND e.what = 'joined' AND text_at(e.detail, via) = @selector)`

/** A message without a recipient stays held: only its own sender is in the group. */
function* deliverHeld(tx: Tx, { name, agents, doer, at }: Delivering): Work<number> {
  const selector = placeAddress('group', name)
  const deed = tx.engine.openChange(tx, { doer, at, what: 'joined' })
  let delivered = 0
  for (const address of agents) {
    const id = yield* findNumber(tx, address)
    if (id !== undefined)
      delivered += yield* deliverSelected(tx, deed, { id, at }, { selector, via: selector })
  }
  yield* deed.finish()
  yield* tx.run(deliveredSql, { selector })
  return delivered
}

function groupOf({ name, members }: Row): Group {
  return { name, members: JSON.parse(members) as readonly string[] }
}

function* findGroup(connection: Connection, name: string): Work<Group | null> {
  const row = yield* connection.row<Row>('SELECT name, members FROM groups WHERE name = ?', name)
  return row === undefined ? null : groupOf(row)
}

function* requireGroup(connection: Connection, name: string): Work<Group> {
  const group = yield* findGroup(connection, name)
  if (group === null) throw noPlace('group', name)
  return group
}
