import { PassThrough } from 'node:stream'
import { serveDoor } from '../../store/door/door-server.ts'
import { openDoorStore } from '../../store/door/door-store.ts'
import type { MailStore } from '../../store/mail-store.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts'
import { makeFolder } from '../support/store-bare.ts'
import { describeStore } from './conformance.ts'
import { openings } from './fixture.ts'

/** A near end whose far end is here as well. It is closed once both are. */
async function openBehindDoor(location: string): Promise<MailStore> {
  const [there, back] = [new PassThrough(), new PassThrough()]
  const open = () => openSqliteStore(location, { create: true, durability: 'normal', yields: true })
  const served = serveDoor(open, there, back)
  const channel = { input: back, output: there, said: () => '', close: () => there.end() }
  const store = await openDoorStore(channel, location)
  const { close } = store
  return Object.assign(store, {
    async close() {
      await close()
      await served
    },
  })
}

describeStore('the SQLite store behind a door', () => {
  const { location, remove } = makeFolder()
  return openings(() => openBehindDoor(location), remove)
})
