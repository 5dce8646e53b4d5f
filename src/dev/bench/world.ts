import { openSqliteStore } from '../../../store/sqlite/sqlite-store.ts'
import { folders } from '../../drivers/folders/folders.ts'
import { seat } from '../../entry/demo/mailbox-context.ts'
import { type Mailbox, openMailbox } from '../../mailbox.ts'
import { agentName, fillStore } from './fill.ts'

type Opened = { readonly mailbox: Mailbox; readonly close: () => Promise<void> }

/** One agent's mailbox in this process, as a face would open it. */
export async function openFor(location: string, address: string, files = false): Promise<Opened> {
  const store = await openSqliteStore(location, { create: false, durability: 'normal' })
  return {
    mailbox: openMailbox(await seat(store, address, files ? { folders } : {})),
    close: () => store.close(),
  }
}

export async function makeStore(location: string, ...agents: readonly string[]): Promise<void> {
  const store = await openSqliteStore(location, { create: true, durability: 'normal' })
  const doer = { actor: 'system', principal: null, session: null, command: null }
  for (const address of agents) await store.roster.register({ address, longForm: null }, doer, Date.now())
  await store.close()
}

/** Makes a store of so many messages, all of them indexed. Answers how many messages were indexed a second. */
export async function makeWorld(location: string, messages: number): Promise<number> {
  await makeStore(location)
  fillStore(location, { messages, agents: Math.min(200, messages / 10) }, Date.now())
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
