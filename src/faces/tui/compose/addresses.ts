import type { Mailbox } from '../../../mailbox.ts'

const most = 500

/** Everything that can be written to, for completion. */
export async function addresses(mailbox: Mailbox): Promise<readonly string[]> {
  const [{ agents }, places] = await Promise.all([mailbox.listAgents({ limit: most }), mailbox.places({})])
  const roles = agents.flatMap(({ role }) => (role === null ? [] : [`role:${role}`]))
  const best = [...new Set(roles)].map((role) => role.replace('role:', 'best:'))
  const gathering = [
    ...places.queues.map(({ name }) => `queue:${name}`),
    ...places.channels.map(({ name }) => `channel:${name}`),
    ...places.tags.map(({ tag }) => tag),
    ...places.groups.map(({ name }) => `group:${name}`),
  ]
  return [
    ...new Set([...agents.map(({ address }) => address), ...roles, ...best, 'best:', ...gathering, 'all']),
  ]
}
