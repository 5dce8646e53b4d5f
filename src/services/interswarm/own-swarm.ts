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
