import type { JsonObject } from '../../../domain/json.ts'
import { variableIn } from '../../../domain/peer.ts'
import type { PeerValue } from '../../../values/swarms-schema.ts'
import { readBody } from '../../http/fields.ts'
import { admins, type Call, type Route } from '../../http/route.ts'
import { anyObject, body, exactly, moment, text, texts, words, yes } from '../../http/shapes.ts'
import { definitionOf } from '../../http/tasks/definition.ts'
import { holderOf } from '../../http/tasks/holder.ts'
import type { World } from '../../http/world.ts'
import { loadDefinition } from '../definition.ts'

const shown = exactly(
  {
    swarm_name: text,
    base_url: text,
    version: text,
    is_active: yes,
    last_seen: moment,
    swarm_description: text,
    keywords: texts,
    metadata: anyObject,
  },
  ['metadata'],
)

const registration = {
  method: 'POST',
  summary: 'Register another swarm; its server supplies the details',
  roles: admins,
  takes: body(
    {
      name: text,
      swarm_name: text,
      base_url: text,
      auth_token: text,
      volatile: yes,
      public: yes,
      metadata: anyObject,
    },
    ['base_url'],
  ),
  gives: exactly({ status: words(['registered']), swarm_name: text }),
  run: register,
} as const satisfies Omit<Route, 'path'>

export const swarmRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/swarms',
    summary: 'List the public swarms',
    roles: 'public',
    gives: exactly({ swarms: { type: 'array', items: shown } }),
    async run({ mailbox }) {
      const { swarms } = await mailbox.listSwarms({})
      return { swarms: swarms.filter((swarm) => swarm.public).map(shownPeer) }
    },
  },
  { ...registration, path: '/swarms' },
  { ...registration, path: '/swarms/register' },
  {
    method: 'GET',
    path: '/swarms/dump',
    summary: "Write the definition of the swarm to the server's log",
    roles: admins,
    gives: exactly({ status: words(['dumped']), swarm_name: text }),
    async run(world) {
      world.log.info('swarm', { definition: JSON.stringify(await definitionOf(world)) })
      return { status: 'dumped', swarm_name: world.swarm }
    },
  },
  {
    method: 'POST',
    path: '/swarms/load',
    summary: 'Replace the definition of the swarm immediately',
    roles: admins,
    takes: body({ json: text }, ['json']),
    gives: exactly({ status: words(['success']), swarm_name: text }),
    async run(world, call) {
      const json = readBody(call.body).requiredText('json')
      await loadDefinition(world, await holderOf(world, call.client), json)
      await world.mailbox.announce({ body: 'The definition of the swarm was replaced.' })
      return { status: 'success', swarm_name: world.swarm }
    },
  },
]

function shownPeer(peer: PeerValue): JsonObject {
  return {
    swarm_name: peer.name,
    base_url: peer.url,
    version: peer.version,
    is_active: peer.active,
    last_seen: peer.lastSeen,
    swarm_description: peer.description,
    keywords: peer.keywords,
    ...(peer.metadata !== null && { metadata: peer.metadata }),
  }
}

/** A token in clear is kept for as long as the server runs; what is kept longer is the name of its variable. */
async function register(world: World, call: Call): Promise<JsonObject> {
  const fields = readBody(call.body)
  const name = fields.requiredText('name', 'swarm_name')
  const token = fields.text('auth_token')
  const variable = token === undefined ? null : variableIn(token)
  const volatile =
    fields.any('volatile') === undefined ? !(await isLasting(world, name)) : fields.flag('volatile')
  const peer = await world.mailbox.registerSwarmBy({
    by: await holderOf(world, call.client),
    name,
    url: fields.requiredText('base_url'),
    volatile,
    ...(variable !== null && { secret: variable }),
    ...(fields.any('public') !== undefined && { public: fields.flag('public') }),
    ...(fields.object('metadata') !== undefined && { metadata: fields.object('metadata') ?? null }),
  })
  if (token !== undefined && variable === null) world.secrets.set(peer.name, token)
  world.log.info('swarm registered', { swarm: peer.name, url: peer.url })
  return { status: 'registered', swarm_name: peer.name }
}

/** One that was registered to stay is not forgotten because somebody registers it again. */
async function isLasting({ mailbox }: World, name: string): Promise<boolean> {
  const { swarms } = await mailbox.listSwarms({})
  return swarms.some((swarm) => swarm.name === name.trim() && !swarm.volatile)
}
