import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Connection } from '../../store/sqlite/database/connection.ts'
import { makeFolder, openBare } from '../support/store-bare.ts'

let folder: ReturnType<typeof makeFolder>
let connection: Connection
beforeEach(() => {
  folder = makeFolder()
  connection = openBare(folder.location)
})
afterEach(() => {
  connection.database.close()
  folder.remove()
})

it.each(['statement', 'column'] as const)('the planner sees no compared value of a %s', (prepare) => {
  const statement = connection[prepare]('SELECT value FROM facts WHERE name = ? ORDER BY value')
  expect(statement.source).toBe('SELECT value FROM facts WHERE name = +? ORDER BY value')
})

it('values that are compared or set keep their types', () => {
  connection
    .statement(
      "INSERT INTO agents(id, address, kind, state, registered_at) VALUES(7, '007', 'agent', 'alive', 1)",
    )
    .run()
  connection.statement('UPDATE agents SET role = ?, budget = ? WHERE id = ?').run('12', null, 7)
  const found = connection.statement('SELECT role, budget FROM agents WHERE address = @address')
  expect(found.get({ address: '007' })).toEqual({ role: '12', budget: null })
  expect(found.get({ address: 7 })).toBeUndefined()
})
