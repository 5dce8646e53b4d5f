import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { openSqliteStore } from '../../../store/sqlite/sqlite-store.ts'
import { defaultSettings } from '../../domain/settings/settings.ts'
import { folders } from '../../drivers/folders/folders.ts'
import { seat } from '../../entry/demo/mailbox-context.ts'
import { type Mailbox, openMailbox } from '../../mailbox.ts'
import { agentName, fillStore } from './fill.ts'

/** One agent sends more than agents should; loops are looked for as always. */
const settings = { ...defaultSettings, loops: { ...defaultSettings.loops, sent: null } }

type Opened = { readonly mailbox: Mailbox; readonly close: () => Promise<void> }

/** One agent's mailbox in this process, as a face would open it. */
export async function openFor(location: string, address: string, files = false): Promise<Opened> {
  const store = await openSqliteStore(location, { create: false, durability: 'normal' })
  return {
    mailbox: openMailbox(await seat(store, address, { settings, ...(files && { folders }) })),
    close: () => store.close(),
  }
}

export async function makeStore(location: string, ...agents: readonly string[]): Promise<void> {
  const store = await openSqliteStore(location, { create: true, durability: 'normal' })
  const doer = { actor: 'system', principal: null, session: null, command: null }
  for (const address of agents) await store.roster.register({ address, longForm: null }, doer, Date.now())
  await store.close()
}

/** As above for programs: what they send beyond the cap would be held back, and that would be measured. */
export function letSend(location: string): void {
  writeFileSync(join(location, 'config.yaml'), 'sender_cap: 0\nloop_cap: 0\n')
}

/** Makes a store of so many messages, all of them indexed. Answers how many messages were indexed a second. */
export async function makeWorld(
  location: string,
  messages: number,
  agents = Math.min(200, messages / 10),
): Promise<number> {
  await makeStore(location)
  fillStore(location, { messages, agents }, Date.now())
  return indexAll(location, messages)
}

async function indexAll(location: string, messages: number): Promise<number> {
  const store = await openSqliteStore(location, { create: false, durability: 'normal' })
  const start = performance.now()
  while (await store.messages.index());
  const took = (performance.now() - start) / 1_000
  await store.close()
  return messages / took
}

export const firstAgent = agentName(0)
export const secondAgent = agentName(1)

/** Answers that are owed longer than this are about to be asked for, ms. */
const fresh = 12 * 3_600_000

/**
 * Leaves nothing to the upkeep of a filled store: a screen whose runner works is measured with that work.
 * @throws Error there is still something to do
 */
export async function putAtRest(location: string): Promise<void> {
  const database = new Database(join(location, 'mail.db'))
  database.pragma('synchronous = OFF')
  const old = database.prepare('SELECT max(id) FROM messages WHERE arrived_at < ?').pluck()
  const settle = database.prepare(
    'UPDATE deliveries SET owes = 0 WHERE owes = 1 AND (rank & 281474976710655) <= ?',
  )
  settle.run(old.get(Date.now() - fresh) ?? 0)
  database.pragma('wal_checkpoint(TRUNCATE)')
  database.close()
  const { mailbox, close } = await openFor(location, firstAgent)
  // A patrol walks over a part of a year of mail, and the next one goes on from there.
  do await mailbox.patrol({})
  while (isWalking(location))
  const { acts } = await mailbox.patrol({ dryRun: true })
  await close()
  if (acts.length > 0) throw new Error(`Upkeep has work: ${acts.map(({ what }) => what).join(', ')}`)
}

/** Whether a walk over all mail for what may leave for the cold files is under way. */
function isWalking(location: string): boolean {
  const database = new Database(join(location, 'mail.db'), { readonly: true })
  const hand = database.prepare("SELECT value FROM facts WHERE name = 'cold_hand'").pluck().get()
  database.close()
  return [JSON.parse(String(hand ?? 0))].flat()[0] !== 0
}
