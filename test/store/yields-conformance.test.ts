import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts'
import { makeFolder } from '../support/store-bare.ts'
import { describeStore } from './conformance.ts'
import { openings } from './fixture.ts'

describeStore('the SQLite store whose writes yield', () => {
  const { location, remove } = makeFolder()
  return openings(
    () => openSqliteStore(location, { create: true, durability: 'normal', yields: true }),
    remove,
  )
})
