import { type Here, mailAddressOf } from '../../domain/mail2/address.ts'
import type { Mailbox } from '../../mailbox.ts'
import { whenSettled } from '../http/hand-over.ts'
import { Refusal } from '../http/refusal.ts'
import { type Call, people, type Route } from '../http/route.ts'
import type { World } from '../http/world.ts'

/** A call of a person, with that person's own mailbox. */
export type Visit = {
  readonly world: World
  readonly call: Call
  readonly mailbox: Mailbox
  /** The address of the person, as ours are. */
  readonly owner: string
}

type Personal = Omit<Route, 'roles' | 'run'> & { readonly run: (visit: Visit) => ReturnType<Route['run']> }

/** A route in which a person acts, and nobody else. */
export function personal({ run, ...route }: Personal): Route {
  return {
    ...route,
    roles: people,
    async run(world, call) {
      await whenSettled(world, call)
      const owner = call.client.id
      const mailbox = await world.mailbox.mailboxOf(owner)
      if (mailbox === null) throw new Refusal(401, `${owner} is no longer registered`)
      return run({ world, call, mailbox, owner })
    },
  }
}

/** The name under which the server was called: addresses of MAIL end with it. */
function hostOf({ request }: Pick<Call, 'request'>): string {
  const asked = `http://${request.headers.host ?? ''}`
  return URL.canParse(asked) ? new URL(asked).hostname : 'localhost'
}

/** Addresses may name the server as it was called, or by the name that it has on its own machine. */
export function hostsOf(call: Pick<Call, 'request'>): readonly string[] {
  return [hostOf(call), 'localhost']
}

/** How addresses of ours are written here: people by what they are, and all others alike. */
export async function hereFor({ world, call }: Pick<Visit, 'world' | 'call'>): Promise<Here> {
  const kinds = await world.mailbox.peopleKinds()
  return { swarm: world.swarm, host: hostOf(call), kindOf: (address) => kinds.get(address) ?? null }
}

/** The address of the deliverer, which is always the server. */
export function delivererAt(here: Here): string {
  return mailAddressOf('system', here)
}
