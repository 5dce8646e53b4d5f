import { isRemote } from '../../../domain/addressing/address.ts'
import type { JsonObject } from '../../../domain/json.ts'
import { gaugeText } from '../../../domain/prometheus.ts'
import { tokenRoles } from '../../../domain/token.ts'
import { readBody } from '../../http/fields.ts'
import { badRequest } from '../../http/refusal.ts'
import { admins, people, type Route } from '../../http/route.ts'
import { anyObject, body, exactly, moment, text, words, yes } from '../../http/shapes.ts'
import { definitionOf } from '../../http/tasks/definition.ts'
import { instanceOf } from '../../http/tasks/instance.ts'
import type { World } from '../../http/world.ts'
import { compatiblePrefix } from '../prefixes.ts'

const number: JsonObject = { type: 'number' }
const healthShape = exactly({ status: text, swarm_name: text, timestamp: moment })

function healthOf({ health, swarm, now }: World): JsonObject {
  return { status: health, swarm_name: swarm, timestamp: new Date(now()).toISOString() }
}

export const publicRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/',
    summary: 'Describe this server; under the compatible path, also the whole swarm',
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
    async run(world, { prefix }) {
      const uptime = Math.max(0, world.now() - world.startedAt) / 1000
      if (prefix !== compatiblePrefix)
        return { name: 'mail', version: '1.3', swarm: world.swarm, status: 'running', uptime }
      const { description, keywords, public: isPublic, entrypoint } = await definitionOf(world)
      const swarm = {
        name: world.swarm,
        version: '1.3',
        description,
        entrypoint: entrypoint ?? '',
        keywords,
        public: isPublic,
      }
      return { name: 'mail', protocol_version: '1.3', swarm, status: 'running', uptime }
    },
  },
  {
    method: 'GET',
    path: '/health',
    summary: 'Report the health of the server to other swarms',
    roles: 'public',
    gives: healthShape,
    run: async (world) => healthOf(world),
  },
  {
    method: 'POST',
    path: '/health',
    summary: 'Set the health that the server reports to other swarms',
    roles: admins,
    takes: body({ status: text }, ['status']),
    gives: healthShape,
    async run(world, { body: given }) {
      const status = readBody(given).requiredText('status').trim()
      if (status === '') throw badRequest('status is empty')
      world.health = status
      return healthOf(world)
    },
  },
  {
    method: 'GET',
    path: '/metrics',
    summary: 'Get metrics in the Prometheus format',
    roles: 'public',
    gives: text,
    also: 'text/plain',
    run: (world) => metricsText(world),
  },
  {
    method: 'GET',
    path: '/whoami',
    summary: 'Identify the owner of the token',
    roles: people,
    gives: exactly({ id: text, role: words(tokenRoles) }),
    run: async (_world, { client }) => ({ id: client.id, role: client.role }),
  },
  {
    method: 'GET',
    path: '/status',
    summary: 'Get the swarm, and whether the caller has a task in it',
    roles: people,
    gives: exactly({
      swarm: exactly({ name: text, status: text }),
      active_users: { type: 'integer' },
      user_mail_ready: yes,
      user_task_running: yes,
    }),
    async run(world, { client }) {
      const { hasTasks, hasRunning } = await world.mailbox.clientStanding({
        owner: instanceOf(world, client),
      })
      return {
        swarm: { name: world.swarm, status: 'running' },
        active_users: world.active.size,
        user_mail_ready: hasTasks,
        user_task_running: hasRunning,
      }
    },
  },
]

async function metricsText({ metrics, gauges, mailbox, hub, startedAt, now }: World): Promise<string> {
  const { swarms } = await mailbox.listSwarms({})
  const open = new Set(swarms.filter((swarm) => swarm.public).map(({ name }) => `{swarm="${name}"}`))
  const shown = (labels: string) =>
    labels.startsWith('{swarm=') && !open.has(labels) ? '{swarm="private"}' : labels
  const own = {
    tasks_awaited: hub.awaited().filter((task) => !isRemote(task)).length,
    uptime_seconds: Math.max(0, now() - startedAt) / 1000,
    resident_memory_bytes: process.memoryUsage.rss(),
  }
  return metrics.text(shown, own) + gaugeText(await gauges())
}
