import type { Context } from '../context.ts'
import { gateOf } from '../gate/gate.ts'
import type { KeyRing, OwnKey } from '../key-driver.ts'
import { listKey } from './public-keys.ts'

/** An agent makes its own key; that of another takes a person. @throws MailError `not-allowed` */
export async function requireKeyOwner(context: Context): Promise<void> {
  await gateOf(context).require('key', { agent: context.actor.address })
}

/** The key of a holder on this machine, made where there is none, and listed in the store. */
export async function ensureKey(context: Context, ring: KeyRing, holder: string): Promise<OwnKey> {
  const [newest] = await ring.keysOf(holder)
  const own = newest ?? (await ring.make(holder, context.now()))
  const made = { ...own, machine: ring.machine }
  await listKey(context, holder, made, (listed) =>
    listed.some(({ key }) => key === own.key) ? listed : [...listed, made],
  )
  return own
}
