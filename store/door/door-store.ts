import { closeSync, openSync, writeFileSync } from 'node:fs'
import { MailError } from '../../src/domain/errors.ts'
import type { BackedUp } from '../backup-store.ts'
import type { MailStore } from '../mail-store.ts'
import { type FarClock, openFarClock } from '../shared/far-clock.ts'
import { makeFile } from '../shared/new-file.ts'
import { type CallOf, type Channel, openCalls, storeOf } from './calls.ts'
import { noteElsewhere } from './elsewhere.ts'
import { errorOf, type Greeting, protocol } from './wire.ts'

/**
 * The near end of a door: a store whose every call is one line there and one back.
 * @param location what opens the same store again, as it was named
 * @param lost is called once, when a connection that was greeted is gone and this end did not close it
 * @param patience how long the far end may take to open its store, ms
 * @param clock what is known of the far end's clock, where it was reached before
 * @throws MailError whatever opening the store throws there · `busy` without a connection · `newer-version`
 */
export async function openDoorStore(
  channel: Channel,
  location: string,
  lost: () => void = () => {},
  patience?: number,
  clock: FarClock = openFarClock(),
): Promise<MailStore> {
  const { greeted, call, close } = openCalls(channel, location, lost, patience, clock)
  try {
    requireDoor(await greeted, location)
  } catch (error) {
    close()
    throw error
  }
  const noted = noteElsewhere(call)
  return Object.assign(storeOf(location, noted.call, clock), {
    isCurrent: noted.isCurrent,
    backups: { make: (file: string, replace: boolean) => backUp(file, replace, noted.call) },
    async close() {
      close()
    },
  })
}

function requireDoor(greeting: Greeting, location: string): void {
  if ('error' in greeting) throw errorOf(greeting.error)
  if (greeting.door === protocol) return
  throw new MailError(
    'newer-version',
    `The door to ${location} speaks version ${greeting.door}; this program speaks version ${protocol}.`,
    'Install the same version of Watchpost at both ends.',
  )
}

/** The copy arrives in pieces. */
async function backUp(file: string, replace: boolean, call: CallOf): Promise<BackedUp> {
  return makeFile({ file, replace, own: null }, async (draft) => {
    const descriptor = openSync(draft, 'w')
    const append = (data: Buffer): void => writeFileSync(descriptor, data)
    try {
      return (await call('backups', 'make', [], append)) as Omit<BackedUp, 'file' | 'bytes'>
    } finally {
      closeSync(descriptor)
    }
  })
}
