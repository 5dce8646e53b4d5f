import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts'
import { makeFolder } from '../support/store-bare.ts'
import { describeStore } from './conformance.ts'

describeStore('the SQLite store whose writes yield', async () => {
  const folder = makeFolder()
  const store = await openSqliteStore(folder.location, { create: true, durability: 'normal', yields: true })
  return {
    store,
    async close() {
      await store.close()
      folder.remove()
    },
  }
})
