import { closeSync, existsSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { resolve as absolute } from 'node:path'
import { MailError } from '../../src/domain/errors.ts'
import type { BackedUp } from '../backup-store.ts'
import type { MailStore } from '../mail-store.ts'
import { type CallOf, type Channel, openCalls, storeOf } from './calls.ts'
import { errorOf, type Greeting, protocol } from './wire.ts'

/**
 * The near end of a door: a store whose every call is one line there and one back.
 * @param location what opens the same store again, as it was named
 * @param lost is called once, when the connection is gone and this end did not close it
 * @throws MailError whatever opening the store throws there · `busy` without a connection · `newer-version`
 */
export async function openDoorStore(
  channel: Channel,
  location: string,
  lost: () => void = () => {},
): Promise<MailStore> {
  const { greeted, call, close } = openCalls(channel, location, lost)
  const refusal = refusalIn(await greeted, location)
  if (refusal !== null) {
    close()
    throw refusal
  }
  return Object.assign(storeOf(location, call), {
    backups: { make: (file: string, replace: boolean) => backUp(absolute(file), replace, call) },
    async close() {
      close()
    },
  })
}

function refusalIn(greeting: Greeting, location: string): Error | null {
  if ('error' in greeting) return errorOf(greeting.error)
  if (greeting.door === protocol) return null
  return new MailError(
    'newer-version',
    `The door to ${location} speaks version ${greeting.door}; this program speaks version ${protocol}.`,
    'Install the same version of Watchpost at both ends.',
  )
}

/** The copy arrives in pieces, and gets its name when it is whole. */
async function backUp(file: string, replace: boolean, call: CallOf): Promise<BackedUp> {
  if (!replace && existsSync(file))
    throw new MailError(
      'conflict',
      `${file} is already there.`,
      'Name another file, or replace it with --force.',
    )
  const part = `${file}.${process.pid}.part`
  const descriptor = openSync(part, 'wx', 0o600)
  try {
    const made = (await call('backups', 'make', [], (data) => void writeSync(descriptor, data))) as BackedUp
    closeSync(descriptor)
    renameSync(part, file)
    return { ...made, file }
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  }
}
