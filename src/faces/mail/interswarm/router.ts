import type { Commission } from '../../../domain/commission.ts'
import { isMailError } from '../../../domain/errors.ts'
import type { Json } from '../../../domain/json.ts'
import type { FullMessage } from '../../../domain/message.ts'
import type { Parcel } from '../../../operations/interswarm/due.ts'
import type { ReadyParcel } from '../../../operations/interswarm/prepare.ts'
import { later } from '../hub.ts'
import { wireParcel } from '../wire/to-wire.ts'
import type { World } from '../world.ts'

const patience = 30_000
const atOnce = 32
const pulse = 1000

/** Sends what waits for other swarms: at least once, in order within a task, until they have it or it is given up. */
export type Router = { readonly wake: () => void; readonly stop: () => Promise<void> }

export function openRouter(world: World): Router {
  const ending = new AbortController()
  let nudge = new AbortController()
  const run = async () => {
    while (!ending.signal.aborted) {
      nudge = new AbortController()
      const rest = await sendAll(world, ending.signal).catch((error: unknown) => {
        world.log.error('outbox', { why: String(error) })
        return pulse
      })
      await later(rest, AbortSignal.any([ending.signal, nudge.signal]))
    }
  }
  const running = run()
  return {
    wake: () => nudge.abort(),
    async stop() {
      ending.abort()
      await running
    },
  }
}

/** Sends until nothing is due. How long to rest then. */
async function sendAll(world: World, signal: AbortSignal): Promise<number> {
  while (!signal.aborted && (await sendDue(world)) > 0);
  const { nextAt } = await world.mailbox.waitingParcels()
  return nextAt === null ? pulse : Math.min(pulse, Math.max(10, nextAt - world.now()))
}

/** One of each swarm and task at a time. How many left the outbox. */
async function sendDue(world: World): Promise<number> {
  const parcels = await world.mailbox.dueParcels({ most: atOnce })
  const tried = await Promise.allSettled(parcels.map((parcel) => sendOne(world, parcel)))
  const failed = tried.find((one) => one.status === 'rejected')
  // Not even that it failed could be noted: at once it would go no better.
  if (failed !== undefined) throw failed.reason
  return tried.filter((one) => one.status === 'fulfilled' && one.value).length
}

/** What is wrong with one parcel here is its own affair: it is tried again later, or given up. */
async function sendOne(world: World, parcel: Parcel): Promise<boolean> {
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
  const { message, task, peer } = ready
  const body = { message: wireParcel(parcel.address, ready) }
  const token = world.secrets.get(peer.name) ?? world.network.secret(ready.secret)
  try {
    const url = `${peer.baseUrl}/interswarm/${ready.way}`
    const answer = await world.network.ask({ url, token, body: body as unknown as Json, timeout: patience })
    if (answer.status === 200) return await arrived(world, parcel, task)
    const detail = `${peer.name} answered ${answer.status}: ${answer.text.slice(0, 300)}`
    const again = answer.status >= 500 || answer.status === 408 || answer.status === 429
    return again ? await retry(world, parcel, message, detail) : await giveUp(world, parcel, message, detail)
  } catch (error) {
    if (!isMailError(error)) throw error
    return retry(world, parcel, message, error.message, true)
  }
}

async function arrived(world: World, parcel: Parcel, task: Commission): Promise<true> {
  await world.mailbox.noteArrived({ parcel, task })
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

/** MAIL 1.3, Interswarm Routing: whoever wrote to somebody that cannot be reached is told. */
async function giveUp(world: World, parcel: Parcel, message: FullMessage, problem: string): Promise<true> {
  world.metrics.count('undelivered', `{swarm="${parcel.swarm}"}`)
  world.log.error('undelivered', { swarm: parcel.swarm, to: parcel.address, why: problem })
  const { untold } = await world.mailbox.returnParcel({ parcel, message, problem })
  if (untold !== null) world.log.error('sender not notified', { to: message.from, why: untold })
  return true
}
