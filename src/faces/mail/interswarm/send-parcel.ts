import { parseParty } from '../../../domain/commission.ts'
import { isMailError } from '../../../domain/errors.ts'
import { isJsonObject, type Json } from '../../../domain/json.ts'
import type { FullMessage } from '../../../domain/message.ts'
import { mayCarrySecret, saidBy } from '../../../domain/peer.ts'
import type { Parcel } from '../../../operations/interswarm/due.ts'
import type { ReadyParcel } from '../../../operations/interswarm/prepare.ts'
import type { World } from '../../http/world.ts'
import { wireParcel } from '../wire/to-wire.ts'

const patience = 30_000

/** Whether it left the outbox. A fault of one parcel harms no other: the parcel is tried again later, or given up. */
export async function sendParcel(world: World, parcel: Parcel): Promise<boolean> {
  const prepared = await world.mailbox.prepareParcel(parcel)
  if (prepared.type === 'gone') return true
  const { message } = prepared
  if (prepared.type === 'impossible') return giveUp(world, parcel, message, prepared.problem)
  if (prepared.type === 'failed') return retry(world, parcel, message, prepared.problem)
  return send(world, parcel, prepared).catch((error: unknown) =>
    retry(world, parcel, message, error instanceof Error ? error.message : String(error)),
  )
}

async function send(world: World, parcel: Parcel, ready: ReadyParcel): Promise<boolean> {
  const { message, peer, task } = ready
  const body = { message: wireParcel(parcel.address, ready) }
  const token = world.secrets.get(peer.name) ?? world.network.secret(ready.secret)
  if (token !== null && !world.insecure && !mayCarrySecret(peer.baseUrl)) {
    const problem = `${peer.baseUrl} is plain HTTP, over which no token is sent; register it with https, or serve with --insecure`
    return giveUp(world, parcel, message, problem)
  }
  try {
    const url = `${peer.baseUrl}/interswarm/${ready.way}`
    const answer = await world.network.ask({ url, token, body: body as unknown as Json, timeout: patience })
    if (answer.status === 200) {
      const accepted = acceptance(answer.text, { swarm: peer.name, task_id: task.wire })
      if (accepted !== null) return await arrived(world, parcel, ready, accepted.runner)
    }
    const detail = `${peer.name} answered ${answer.status}: ${saidBy(answer.text)}`
    const again = answer.status === 200 || answer.status >= 500 || [408, 429].includes(answer.status)
    return again ? await retry(world, parcel, message, detail) : await giveUp(world, parcel, message, detail)
  } catch (error) {
    if (!isMailError(error)) throw error
    return retry(world, parcel, message, error.message, true)
  }
}

/** What an answer names is what was sent. */
type Sent = { readonly swarm: string; readonly task_id: string }

/**
 * The answer of a server of the protocol. A 200 of anything else, such as a proxy, is not a delivery, nor is one that
 * names another swarm or task.
 */
function acceptance(text: string, sent: Sent): { readonly runner: string | null } | null {
  let value: Json
  try {
    value = JSON.parse(text) as Json
  } catch {
    return null
  }
  if (!isJsonObject(value) || value['status'] !== 'success') return null
  for (const [name, expected] of Object.entries(sent)) {
    const named = value[name] ?? ''
    if (typeof named !== 'string') return null
    if (named !== '' && named.toLowerCase() !== expected.toLowerCase()) return null
  }
  const runner = value['local_runner']
  return { runner: typeof runner === 'string' ? runner : null }
}

async function arrived(
  world: World,
  parcel: Parcel,
  { task }: ReadyParcel,
  runner: string | null,
): Promise<true> {
  const isTheirs = runner !== null && parseParty(runner)?.swarm === parcel.swarm
  await world.mailbox.noteArrived({ parcel, task, runner: isTheirs ? runner : null })
  world.metrics.count('sent', `{swarm="${parcel.swarm}"}`)
  world.log.info('sent', { swarm: parcel.swarm, to: parcel.address, task: task.id })
  return true
}

async function retry(
  world: World,
  parcel: Parcel,
  message: FullMessage,
  problem: string,
  isSilent = false,
): Promise<boolean> {
  const most = world.limits.attempts
  const attempts = await world.mailbox.postponeParcel({ parcel, message, problem, most, isSilent })
  if (attempts === null) return giveUp(world, parcel, message, problem)
  world.metrics.count('retried', `{swarm="${parcel.swarm}"}`)
  world.log.error('again', { swarm: parcel.swarm, to: parcel.address, attempts, why: problem })
  return false
}

/** MAIL 1.3, Interswarm Routing: the sender is notified if the recipient cannot be reached. */
async function giveUp(world: World, parcel: Parcel, message: FullMessage, problem: string): Promise<true> {
  world.metrics.count('undelivered', `{swarm="${parcel.swarm}"}`)
  world.log.error('undelivered', { swarm: parcel.swarm, to: parcel.address, why: problem })
  const { untold } = await world.mailbox.returnParcel({ parcel, message, problem })
  if (untold !== null) world.log.error('sender not notified', { to: message.from, why: untold })
  return true
}
