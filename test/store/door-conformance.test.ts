import { PassThrough } from 'node:stream'
import { serveDoor } from '../../store/door/door-server.ts'
import { openDoorStore } from '../../store/door/door-store.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts'
import { makeFolder } from '../support/store-bare.ts'
import { describeStore } from './conformance.ts'

describeStore('the SQLite store behind a door', async () => {
  const folder = makeFolder()
  const [there, back] = [new PassThrough(), new PassThrough()]
  const open = () => openSqliteStore(folder.location, { create: true, durability: 'normal', yields: true })
  const served = serveDoor(open, there, back)
  const channel = { input: back, output: there, said: () => '', close: () => there.end() }
  const store = await openDoorStore(channel, folder.location)
  return {
    store,
    async close() {
      await store.close()
      await served
      folder.remove()
    },
  }
})
