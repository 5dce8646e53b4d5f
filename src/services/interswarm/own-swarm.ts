import { requireSwarmName } from '../../domain/addressing/address.ts'
import { MailError } from '../../domain/errors.ts'
import type { Context } from '../context.ts'

/** The store's own swarm, without which no other one can be written to. @throws MailError `usage` */
export function requireOwnSwarm({ swarm }: Pick<Context, 'swarm'>): string {
  if (swarm !== null) return swarm
  throw new MailError(
    'usage',
    'The store has no swarm to serve.',
    'Set its name: run `watchpost init --swarm NAME` in this folder.',
  )
}

/** The name of another swarm: our own is local, whatever is done under its name. @throws MailError `usage` */
export function requireOtherSwarm({ swarm }: Pick<Context, 'swarm'>, written: string): string {
  const name = requireSwarmName(written)
  if (name !== swarm) return name
  throw isThisSwarm(name)
}

export function isThisSwarm(what: string): MailError {
  return new MailError(
    'usage',
    `${what} is this swarm.`,
    'Name another one. To write to agents of this swarm, use their names alone.',
  )
}
