import { parseAddress } from '../../../domain/addressing/address.ts'
import type { JsonObject } from '../../../domain/json.ts'
import { type Here, listNameOf, listOfName, mailAddressOf } from '../../../domain/mail2/address.ts'
import { nameOfSlug, slugOf } from '../../../domain/mail2/slug.ts'
import { placeOf } from '../../../domain/places.ts'
import type { MadePlace } from '../../../operations/places/made.ts'
import { uuidOfName } from '../../../services/tasks/task-ids.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Route } from '../../http/route.ts'
import { many, one } from '../schemas.ts'
import { hereFor, personal, type Visit } from '../visit.ts'
import { ownKey } from '../wire/metadata.ts'

/** A group, or a channel with its subscribers. */
type List = Omit<MadePlace, 'maker'>

const gives = one('mail_list', 'MAILList')

export const listRoutes: readonly Route[] = [
  personal({
    method: 'GET',
    path: '/lists',
    summary: 'List the groups, and the channels with their subscribers',
    gives: many('lists', 'MAILList'),
    async run(visit) {
      const here = await hereFor(visit)
      const places = await visit.world.mailbox.madePlaces()
      return { lists: places.map((list) => wireList(visit, list, here)), metadata: {} }
    },
  }),
  personal({
    method: 'GET',
    path: '/lists/:local_address',
    summary: 'Show a list, by NAME@SWARM',
    gives,
    run: async (visit) => answer(visit, await requireList(visit)),
  }),
  personal({
    method: 'POST',
    path: '/lists/:local_address/subscribe',
    summary: 'Join a group, or subscribe to a channel',
    gives,
    async run(visit) {
      const { mailbox, owner } = visit
      const list = await requireList(visit)
      const { type, name } = placeIn(list)
      if (namedBy(list, owner).length === 0)
        if (type === 'group') await mailbox.addMembers({ group: name, members: [owner] })
        else await mailbox.subscribe({ channel: name })
      return answer(visit, await requireList(visit))
    },
  }),
  personal({
    method: 'POST',
    path: '/lists/:local_address/unsubscribe',
    summary: 'Leave a group or a channel',
    gives,
    async run(visit) {
      const { mailbox, owner } = visit
      const list = await requireList(visit)
      const { type, name } = placeIn(list)
      const members = namedBy(list, owner)
      if (members.length > 0)
        if (type === 'group') await mailbox.removeMembers({ group: name, members })
        else await mailbox.unsubscribe({ channel: name })
      return answer(visit, await requireList(visit))
    },
  }),
]

function groupList({ name, members }: { readonly name: string; readonly members: readonly string[] }): List {
  return { address: `group:${name}`, members, isOpen: true }
}

type Channel = { readonly name: string; readonly subscribers: readonly string[]; readonly status: string }

function channelList({ name, subscribers, status }: Channel): List {
  return { address: `channel:${name}`, members: subscribers, isOpen: status === 'active' }
}

/** @throws Refusal 404 · MailError `not-found` */
async function requireList({ mailbox, world, call }: Visit): Promise<List> {
  const [, slug = '', swarm = ''] = /^([^@]+)@([^@]+)$/u.exec(call.params['local_address'] ?? '') ?? []
  const place = nameOfSlug(swarm) === world.swarm ? placeOf(listOfName(slug)) : null
  if (place?.type === 'group') return groupList(await mailbox.showGroup({ group: place.name }))
  if (place?.type === 'channel') return channelList(await mailbox.showChannel({ channel: place.name }))
  throw new Refusal(404, 'there is no such list')
}

function placeIn({ address }: List): { readonly type: string; readonly name: string } {
  return placeOf(address) ?? { type: '', name: '' }
}

/** The members of a list that mean one person by name, as they are written in it. */
function namedBy({ members }: List, owner: string): readonly string[] {
  return members.filter((member) => {
    const address = parseAddress(member)
    return address.type === 'agent' && address.name === owner
  })
}

async function answer(visit: Visit, list: List): Promise<JsonObject> {
  const maker = await visit.world.mailbox.placeMaker({ address: list.address })
  return { mail_list: wireList(visit, { ...list, maker }, await hereFor(visit)), metadata: {} }
}

/** The store does not know since when there is a list, so the time is that since which this server offers it. */
function wireList({ world }: Visit, { address, members, isOpen, maker }: MadePlace, here: Here): JsonObject {
  const since = new Date(world.startedAt).toISOString()
  return {
    list_type: 'list',
    name: listNameOf(address),
    swarm: slugOf(world.swarm),
    host: here.host,
    owner: mailAddressOf(maker ?? 'system', here),
    members: [...new Set(members.map((member) => mailAddressOf(member, here)))],
    policy: {
      visibility: 'public',
      join_policy: isOpen ? 'open' : 'admin-only',
      send_policy: isOpen ? 'open' : 'admin-only',
    },
    metadata: { [ownKey]: { address } },
    list_id: uuidOfName(`list ${world.swarm} ${address}`),
    created_at: since,
    updated_at: since,
  }
}
