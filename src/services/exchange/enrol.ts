import { requireAgentName } from '../../domain/addressing/address.ts'
import { isSubscribingMany } from '../../domain/channel.ts'
import { isMailError } from '../../domain/errors.ts'
import { defaultQueue } from '../../domain/queue.ts'
import { givesPowers } from '../../domain/registration-rights.ts'
import type { ForeignAgent, ForeignPlace, Format } from '../../formats/format.ts'
import type { Gathered } from '../../formats/gather.ts'
import { type Context, doerOf } from '../context.ts'
import { gateOf } from '../gate/gate.ts'
import { tellSenders } from '../posting/tell-senders.ts'
import { openAddressing } from './addressing.ts'
import { wholeDirectory } from './directory.ts'
import type { SeenRoster } from './seen-roster.ts'

const batchSize = 200

/**
 * Registers the agents and places of the foreign roster, and all senders and recipients. Known ones stay unchanged, but
 * for what has changed in the foreign roster since it was `seen`.
 */
export async function enrolFound(
  context: Context,
  format: Format,
  found: Gathered,
  seen?: SeenRoster,
): Promise<void> {
  await enrol(context, found.agents.flatMap(registrationOf))
  if (seen !== undefined) await followChanges(context, found.agents, seen)
  for (const place of found.places) await addPlace(context, place)
  const addressing = openAddressing(format, await wholeDirectory(context.store), context.swarm)
  const missing = addressing.missing(found.names)
  await enrol(
    context,
    missing.map((one) => ({ ...one, state: 'frozen', lastSeen: null })),
  )
}

async function followChanges(
  context: Context,
  agents: readonly ForeignAgent[],
  seen: SeenRoster,
): Promise<void> {
  const changes = await seen.changes(agents)
  for (const { before, after } of changes) await followChange(context, before, after)
  await seen.note(agents)
}

/** Writes only the differences, so that concurrent changes here stay. */
async function followChange(context: Context, before: ForeignAgent, after: ForeignAgent): Promise<void> {
  const { roster } = context.store
  const [{ address } = { address: '' }] = registrationOf(after)
  const known = address === '' ? null : await roster.find(address)
  if (known === null) return
  const doer = doerOf(context)
  const addTags = after.tags.filter((tag) => !before.tags.includes(tag))
  const removeTags = before.tags.filter((tag) => !after.tags.includes(tag))
  const { may } = await gateOf(context).sift('facts', [address], (agent) => ({ agent }))
  if (may.length === 0) return
  const wanted = await withOwnPowers(context, [{ ...after, address, longForm: null }])
  const role = after.role === before.role || wanted[0]?.role !== after.role ? {} : { role: after.role }
  await roster.update(
    { address, longForm: known.longForm, ...role, addTags, removeTags },
    doer,
    context.now(),
  )
  const isMoved = after.state !== before.state
  if (isMoved) await roster.setState(address, after.state, doer, context.now())
  if (removeTags.length > 0 || (isMoved && after.state === 'dead')) await tellSenders(context, address)
  const isHeard = after.state === 'alive' && (after.lastSeen ?? 0) > (before.lastSeen ?? 0)
  if (isHeard) await roster.beat(address, Math.min(after.lastSeen ?? 0, context.now()), null)
}

const nobodyYet: Omit<ForeignAgent, 'address'> = {
  role: null,
  swarm: null,
  session: null,
  tags: [],
  state: 'frozen',
  lastSeen: null,
}

type Enrolling = Parameters<Context['store']['exchange']['enrol']>[0]

async function enrol(context: Context, given: Enrolling): Promise<void> {
  const { store, now } = context
  const doer = doerOf(context)
  const registrations = await withOwnPowers(context, given)
  for (let from = 0; from < registrations.length; from += batchSize)
    await store.exchange.enrol(registrations.slice(from, from + batchSize), doer, now())
}

/** A name gets from an agent's folder what an agent may give: no role that leads others. */
async function withOwnPowers(context: Context, given: Enrolling): Promise<Enrolling> {
  const leading = given.filter((one) => givesPowers(null, { address: '', ...roleOf(one) }))
  const { refused } = await gateOf(context).sift('powers', leading, ({ address }) => ({ agent: address }))
  const without = new Set(refused.map(([one]) => one))
  return given.map((one) => (without.has(one) ? { ...one, role: null } : one))
}

function roleOf({ role = null }: Enrolling[number]) {
  return { role }
}

function registrationOf({ address, role, swarm, tags, session, state, lastSeen }: ForeignAgent): Enrolling {
  try {
    const { name, longForm } = requireAgentName(address)
    return [{ address: name, longForm, role, swarm, addTags: tags, session, state, lastSeen }]
  } catch (error) {
    if (isMailError(error)) return []
    throw error
  }
}

async function addPlace(context: Context, place: ForeignPlace): Promise<void> {
  try {
    await create(context, place)
  } catch (error) {
    // It is there already, and stays as it is.
    if (!isMailError(error) || error.code !== 'conflict') throw error
  }
}

async function create(context: Context, place: ForeignPlace): Promise<void> {
  const { store } = context
  const now = context.now()
  switch (place.type) {
    case 'group':
      await store.groups.create({ name: place.name, members: place.members })
      return
    case 'queue': {
      const { name, status, order, maxConcurrency, claimers } = place
      const queue = {
        ...defaultQueue,
        name,
        order,
        maxConcurrency,
        claimers: claimers.length > 0 ? claimers : defaultQueue.claimers,
      }
      await store.queues.create(queue, doerOf(context), now)
      if (status !== 'active') await store.queues.setStatus(name, status, now)
      return
    }
    case 'channel': {
      const { name, status, subscribers, retainCount, retainHours } = place
      await store.channels.create({ name, retainCount, retainHours }, now)
      const known = subscribers
        .filter((one) => !isSubscribingMany(one))
        .flatMap((one) => registrationOf({ ...nobodyYet, address: one }))
      await enrol(context, known)
      for (const { address } of known) await store.channels.subscribe(name, address, now)
      for (const many of subscribers.filter(isSubscribingMany))
        await store.channels.subscribe(name, many, now)
      if (status === 'closed') await store.channels.close(name)
    }
  }
}
