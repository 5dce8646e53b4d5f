import { isRemote } from '../../../domain/addressing/address.ts'
import type { JsonObject } from '../../../domain/json.ts'
import { tokenRoles } from '../../../domain/token.ts'
import { definitionOf } from '../definition.ts'
import { instanceOf } from '../task-start.ts'
import type { World } from '../world.ts'
import { people, type Route } from './route.ts'
import { anyObject, exactly, moment, text, words, yes } from './shapes.ts'

const number: JsonObject = { type: 'number' }

export const publicRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/',
    summary: 'What this server is; under the compatible mount with all of the swarm',
    roles: 'public',
    gives: {
      oneOf: [
        exactly({
          name: words(['mail']),
          version: words(['1.3']),
          swarm: text,
          status: words(['running']),
          uptime: number,
        }),
        exactly({ name: text, protocol_version: text, swarm: anyObject, status: text, uptime: number }),
      ],
    },
    async run(world, { compatible }) {
      const uptime = Math.max(0, world.context.now() - world.startedAt) / 1000
      if (!compatible) return { name: 'mail', version: '1.3', swarm: world.swarm, status: 'running', uptime }
      const { description, keywords, public: isPublic, entrypoint } = await definitionOf(world)
      const swarm = {
        ...{ name: world.swarm, version: '1.3', description, entrypoint: entrypoint ?? '' },
        ...{ keywords, public: isPublic },
      }
      return { name: 'mail', protocol_version: '1.3', swarm, status: 'running', uptime }
    },
  },
  {
    method: 'GET',
    path: '/health',
    summary: 'Whether it is well, for other swarms',
    roles: 'public',
    gives: exactly({ status: text, swarm_name: text, timestamp: moment }),
    run: async ({ swarm, context }) => ({
      status: 'healthy',
      swarm_name: swarm,
      timestamp: new Date(context.now()).toISOString(),
    }),
  },
  {
    method: 'GET',
    path: '/metrics',
    summary: 'Counts and levels, as Prometheus reads them',
    roles: 'public',
    gives: text,
    also: 'text/plain',
    run: (world) => metricsText(world),
  },
  {
    method: 'GET',
    path: '/whoami',
    summary: 'Whose token it is',
    roles: people,
    gives: exactly({ id: text, role: words(tokenRoles) }),
    run: async (_world, { client }) => ({ id: client.id, role: client.role }),
  },
  {
    method: 'GET',
    path: '/status',
    summary: 'The swarm, and whether the caller has a task in it',
    roles: people,
    gives: exactly({
      swarm: exactly({ name: text, status: text }),
      active_users: { type: 'integer' },
      user_mail_ready: yes,
      user_task_running: yes,
    }),
    async run(world, { client }) {
      const owned = await world.context.store.commissions.list(instanceOf(world, client), 50)
      return {
        swarm: { name: world.swarm, status: 'running' },
        active_users: world.active.size,
        user_mail_ready: owned.length > 0,
        user_task_running: owned.some(({ status }) => status === 'running'),
      }
    },
  },
]

async function metricsText({ metrics, context, hub, startedAt }: World): Promise<string> {
  const peers = await context.store.peers.list()
  const { count } = await context.store.outbox.waiting()
  return metrics.text({
    tasks_awaited: hub.awaited().filter((task) => !isRemote(task)).length,
    outbox: count,
    peers: peers.length,
    peers_active: peers.filter(({ active }) => active).length,
    uptime_seconds: Math.max(0, context.now() - startedAt) / 1000,
    resident_memory_bytes: process.memoryUsage.rss(),
  })
}
