import type { MailStore } from '../../../store/mail-store.ts'
import type { Agent } from '../../domain/roster.ts'
import { defaultSettings } from '../../domain/settings/settings.ts'
import type { Context } from '../../services/context.ts'

/** In what a mailbox is opened where no environment says more: by its owner, under the usual settings, now. */
export function contextOf(store: MailStore, actor: Agent, more: Partial<Context> = {}): Context {
  return {
    store,
    actor,
    how: 'flag',
    principal: null,
    session: null,
    swarm: null,
    origin: null,
    command: null,
    settings: defaultSettings,
    now: () => store.now(),
    ...more,
  }
}

/** @throws Error when nobody is registered by that address */
export async function seat(store: MailStore, address: string, more: Partial<Context> = {}): Promise<Context> {
  const actor = await store.roster.find(address)
  if (actor === null) throw new Error(`${address} is not registered`)
  return contextOf(store, actor, more)
}
