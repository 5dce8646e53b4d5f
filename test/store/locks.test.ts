import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { MailStore } from '../../store/mail-store.ts'
import { moveCopies } from '../../store/sql/moving/moves.ts'
import { atOnce } from '../../store/sql/work.ts'
import { connect, openDatabase } from '../../store/sqlite/database/connection.ts'
import { shared } from '../../store/sqlite/engine/shared.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts'
import { makeFolder } from '../support/store-bare.ts'
import { doer, enroll, move, send, start } from './fixture.ts'

let folder: ReturnType<typeof makeFolder>
let store: MailStore

beforeEach(async () => {
  folder = makeFolder()
  store = await openSqliteStore(folder.location, { create: true, durability: 'normal' })
  await enroll(store, 'writer', 'reader')
})
afterEach(async () => {
  await store.close()
  folder.remove()
})

it('an item of a queue is told from mail of one’s own while another process writes', async () => {
  const id = await send(store, { to: ['writer'] })
  const own = await send(store, { to: ['reader'] })
  const blocker = new Database(join(folder.location, 'mail.db'))
  blocker.exec('BEGIN IMMEDIATE')
  await store.upkeep.hurry(true)
  const complete = (message: number) =>
    store.deliveries.move(doer('reader'), 'reader', [{ message }], move('complete', start))
  expect(await complete(id)).toMatchObject([{ message: id, changed: false, problem: { code: 'not-found' } }])
  await expect(complete(own)).rejects.toMatchObject({ code: 'busy' })
  blocker.close()
})

it('a signal is left as it is, without another lock, while more mail waits', async () => {
  const ids = [await send(store), await send(store)]
  const connection = connect(
    openDatabase(join(folder.location, 'mail.db'), { durability: 'normal' }),
    folder.location,
  )
  let locks = 0
  const counted = {
    ...connection,
    afterwards: (work: () => void) => {
      locks += 1
      connection.afterwards(work)
    },
  }
  const after = ids.map((message) => {
    const request = { doer: doer('reader'), owner: 'reader', targets: [{ message }], note: undefined }
    atOnce(moveCopies(shared(counted), { ...request, move: move('read', start) }))
    return [locks, connection.signals.isRaised('reader')]
  })
  connection.database.close()
  expect(after).toEqual([
    [0, true],
    [1, false],
  ])
})
