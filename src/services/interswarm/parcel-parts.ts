import type { MessageCursor } from '../../../store/mail-store.ts'
import { parseAddress, swarmIn } from '../../domain/addressing/address.ts'
import { type Commission, parseParty } from '../../domain/commission.ts'
import { isMailError, MailError } from '../../domain/errors.ts'
import { parseId } from '../../domain/id.ts'
import type { JsonObject } from '../../domain/json.ts'
import type { Message } from '../../domain/message.ts'
import { type Agent, isLiving } from '../../domain/roster.ts'
import type { Context } from '../context.ts'
import { taskIdOf, uuidOfName } from '../tasks/task-ids.ts'
import { requireOwnSwarm } from './own-swarm.ts'
import type { ReadParcel } from './parcel.ts'

/** The task of a parcel, and the message of ours that it answers. */
type Arrived = { readonly task: Commission; readonly answered: Message | null }

/** Names of ours come with or without our swarm's; `all` is everybody here. Whom a swarm may not write to is unknown to it. */
export async function recipientsOf(context: Context, parcel: ReadParcel, arrived: Arrived) {
  const found: string[] = []
  const unknown: string[] = []
  const ours = `@${requireOwnSwarm(context)}`
  const names = parcel.recipients.map(({ address }) =>
    address.endsWith(ours) ? address.slice(0, -ours.length) : address,
  )
  for (const name of new Set(names)) {
    if (name === 'all') found.push('all')
    else if (await mayReach(context, name, parcel, arrived)) found.push(`agent:${name}`)
    else unknown.push(name)
  }
  return { found, unknown }
}

async function mayReach(
  context: Context,
  name: string,
  { source }: ReadParcel,
  { task, answered }: Arrived,
): Promise<boolean> {
  const agent = await findLiving(context, name)
  if (agent === null || agent.kind === 'agent') return agent !== null
  const { address } = agent
  if (context.settings.server.peersMayWriteToPeople || answered?.from === address) return true
  // It may answer who wrote to it in the task, and ask back.
  return isOwner(context, task, address) || context.store.tasks.hasWrittenTo(task.id, address, source)
}

/** A task without an entrypoint is what its owner wrote to agents of other swarms. */
function isOwner(context: Context, { owner, entrypoint }: Commission, person: string): boolean {
  const party = parseParty(owner)
  return entrypoint === null && party?.id === person && party.swarm === context.swarm
}

async function findLiving({ store }: Context, name: string): Promise<Agent | null> {
  try {
    const address = parseAddress(name)
    const agent = address.type === 'agent' ? await store.roster.find(address.name) : null
    return agent !== null && isLiving(agent) ? agent : null
  } catch (error) {
    if (isMailError(error)) return null
    throw error
  }
}

/**
 * The message that a response answers: ours, in the same task, with the UUID that it names. Other swarms see no other UUIDs,
 * so naming one is a guess. Servers that give each response its own id answer our oldest open request to
 * their sender.
 */
export async function answeredBy(context: Context, parcel: ReadParcel, task: Commission) {
  if (parcel.type !== 'response') return null
  const reference = parseId(parcel.request)
  const { messages } = context.store
  const [id] = reference.form === 'uuid' ? await messages.find(reference) : []
  const letter = id === undefined ? null : await messages.read(id, null)
  if (letter !== null && taskIdOf(requireOwnSwarm(context), letter.message) === task.id) return letter.message
  return oldestRequest(context, senderOf(parcel), task)
}

async function oldestRequest(context: Context, to: string, task: Commission): Promise<Message | null> {
  const { deliveries } = context.store
  const swarm = requireOwnSwarm(context)
  for (let after: string | null = null; ; ) {
    const page: Awaited<ReturnType<typeof deliveries.owed>> = await deliveries.owed(
      { by: to, to: null },
      context.now(),
      { limit: 200, after },
    )
    const found = page.rows.find(({ message }) => taskIdOf(swarm, message) === task.id)
    if (found !== undefined) return found.message
    if (page.next === null) return null
    after = page.next
  }
}

/** Foreign senders keep the name of their swarm here, whatever they state. */
export function senderOf({ sender, source }: ReadParcel): string {
  const bare = sender.address.endsWith(`@${source}`)
    ? sender.address.slice(0, -source.length - 1)
    : sender.address
  const name = sender.address_type === 'system' ? 'system' : bare
  const address = `${name}@${source}`
  try {
    if (parseAddress(address).type === 'remote' && swarmIn(address) === source) return address
  } catch {
    // Told below.
  }
  throw new MailError('usage', 'sender is not an address of its swarm')
}

/** A repeat is the same message for the same recipients: some servers give all copies of a message one id. */
export function keyOf({ source, id, recipients }: ReadParcel): string {
  const to = recipients.map(({ address }) => address).toSorted()
  return `mail:${source}:${uuidOfName([id, ...to].join(' '))}`
}

/** The data needed to answer in the same form, which would otherwise be lost. */
export function metaOf({ id, request, sentAt, routing, source }: ReadParcel): JsonObject {
  return {
    mail: {
      message_id: id,
      request,
      source_swarm: source,
      timestamp: new Date(sentAt).toISOString(),
      ...(routing !== null && { routing_info: routing }),
    },
  }
}

/**
 * The same message again was taken already; another under its id is refused. Its thread is not compared: the first
 * of a task begins one.
 */
export async function acceptAgain(
  { store }: Context,
  parcel: ReadParcel,
  task: Commission,
  error: unknown,
): Promise<void> {
  if (!isMailError(error) || error.code !== 'conflict') throw error
  for (let after: MessageCursor | null = null; ; ) {
    const page: Awaited<ReturnType<typeof store.tasks.history>> = await store.tasks.history(
      task.id,
      after,
      200,
    )
    const same = page.rows.find(({ key }) => key === keyOf(parcel))
    if (same?.body === parcel.body && same.subject === parcel.subject) return
    if (same !== undefined || !page.more)
      throw new MailError('usage', 'message_id was already used for another message')
    after = page.next
  }
}
