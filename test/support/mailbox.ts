import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { requireAgentName } from '../../src/domain/addressing/address.ts'
import { unlisted } from '../../src/domain/roster.ts'
import { folders } from '../../src/drivers/folders/folders.ts'
import { contextOf, seat } from '../../src/entry/demo/mailbox-context.ts'
import { type Mailbox, openMailbox } from '../../src/mailbox.ts'
import type { Context } from '../../src/services/context.ts'
import type { MailStore } from '../../store/mail-store.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts'
import { person } from './identities.ts'

export const noon = Date.UTC(2027, 0, 31, 12)
export const minute = 60_000
export const hour = 60 * minute

/** A mail room for one test: real SQLite in a folder of its own, and a clock that stands until it is moved. */
export type MailRoom = {
  readonly store: MailStore
  readonly location: string
  now: number
  /** Registers an agent and opens its mailbox. */
  join(
    address: string,
    more?: Parameters<Mailbox['registerAgent']>[0] extends infer I ? Partial<I> : never,
  ): Promise<Mailbox>
  /** The mailbox of a person at the keyboard who is not on the roster: they may change every agent. */
  readonly person: Mailbox
  /** The mailbox of somebody who is registered, with whatever else the environment says. */
  as(address: string, more?: Partial<Context>): Promise<Mailbox>
  close(): Promise<void>
}

/** @param through what its store's connection goes through */
export async function openMailRoom(
  swarm: string | null = null,
  through?: Parameters<typeof openSqliteStore>[2],
): Promise<MailRoom> {
  const folder = mkdtempSync(join(tmpdir(), 'watchpost-test-'))
  const location = join(folder, 'store')
  const options = { create: true, durability: 'normal', swarm, forTests: true } as const
  const store = await openSqliteStore(location, options, through)
  const usual = { swarm, folders, identity: person, now: () => room.now }
  const room: MailRoom = {
    store,
    location,
    now: noon,
    get person() {
      return openMailbox(contextOf(store, unlisted('keyboard', null, 'user', room.now), usual))
    },
    async join(address, more = {}) {
      const { name, longForm } = requireAgentName(address)
      // A person may register anybody as anything; what is logged names the newcomer.
      const person = unlisted(name, longForm, 'admin', room.now)
      await openMailbox(contextOf(store, person, usual)).registerAgent({ ...more, agent: address })
      return room.as(name)
    },
    async as(address, more = {}) {
      return openMailbox(await seat(store, address, { ...usual, ...more }))
    },
    async close() {
      await store.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return room
}
