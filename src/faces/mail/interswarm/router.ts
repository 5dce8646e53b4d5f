import { type Commission, partyText, systemSubjects } from '../../../domain/commission.ts'
import { isMailError } from '../../../domain/errors.ts'
import { isJsonObject, type Json } from '../../../domain/json.ts'
import type { FullMessage } from '../../../domain/message.ts'
import { backOff, patienceFor, secretVariable } from '../../../domain/peer.ts'
import { readAnyway } from '../../../operations/mail/read-anyway.ts'
import { respondAsSystem } from '../../../operations/tasks/system-word.ts'
import { later } from '../hub.ts'
import { taskIdOf, wireIdOf } from '../task-start.ts'
import { surroundingsOf } from '../wire/surroundings.ts'
import { wireParcel } from '../wire/to-wire.ts'
import type { World } from '../world.ts'

type Outbox = World['context']['store']['outbox']
/** A copy on its way. */
type Parcel = Awaited<ReturnType<Outbox['due']>>[number]

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
  const { nextAt } = await world.context.store.outbox.waiting()
  return nextAt === null ? pulse : Math.min(pulse, Math.max(10, nextAt - world.context.now()))
}

/** One of each swarm and task at a time. How many left the outbox. */
async function sendDue(world: World): Promise<number> {
  const parcels = await world.context.store.outbox.due(world.context.now(), atOnce)
  const tried = await Promise.allSettled(parcels.map((parcel) => sendOne(world, parcel)))
  const failed = tried.find((one) => one.status === 'rejected')
  // Not even that it failed could be noted: at once it would go no better.
  if (failed !== undefined) throw failed.reason
  return tried.filter((one) => one.status === 'fulfilled' && one.value).length
}

/** What is wrong with one parcel here is its own affair: it is tried again later, or given up. */
async function sendOne(world: World, parcel: Parcel): Promise<boolean> {
  const { store } = world.context
  const found = await readAnyway(store, parcel.message, null)
  if (found === null) {
    await store.outbox.drop(parcel)
    return true
  }
  const { message, problem } = found
  if (problem !== null) return giveUp(world, parcel, message, problem)
  return sendMessage(world, parcel, message).catch((error: unknown) =>
    retry(world, parcel, message, error instanceof Error ? error.message : String(error)),
  )
}

async function sendMessage(world: World, parcel: Parcel, message: FullMessage): Promise<boolean> {
  const { store } = world.context
  const peer = await store.peers.find(parcel.swarm)
  if (peer === null) return giveUp(world, parcel, message, `no swarm is registered as ${parcel.swarm}`)
  const task = await taskOf(world, message)
  const way = task.contributors.some((party) => party.endsWith(`@${parcel.swarm}`)) ? 'back' : 'forward'
  const around = await surroundingsOf(world.context, message, task)
  const body = { message: wireParcel(message, parcel.address, task, answering(message, around)) }
  const token = world.secrets.get(peer.name) ?? world.network.secret(peer.secret ?? secretVariable(peer.name))
  try {
    const url = `${peer.baseUrl}/interswarm/${way}`
    const answer = await world.network.ask({ url, token, body: body as unknown as Json, timeout: patience })
    if (answer.status === 200) return await arrived(world, parcel, task)
    const detail = `${peer.name} answered ${answer.status}: ${answer.text.slice(0, 300)}`
    const again = answer.status >= 500 || answer.status === 408 || answer.status === 429
    return again ? await retry(world, parcel, message, detail) : await giveUp(world, parcel, message, detail)
  } catch (error) {
    if (!isMailError(error)) throw error
    await store.peers.saw(peer.name, false, world.context.now())
    return retry(world, parcel, message, error.message)
  }
}

/** A response that answers nothing of ours may say what it answers by itself. */
function answering<T extends { readonly answered: string | null }>({ meta }: FullMessage, around: T): T {
  const mail = meta?.['mail']
  const answers = isJsonObject(mail) ? mail['answers'] : undefined
  return typeof answers === 'string' ? { ...around, answered: answers } : around
}

/** Every message between swarms belongs to a task. */
async function taskOf(world: World, message: FullMessage): Promise<Commission> {
  const { commissions, roster } = world.context.store
  const id = taskIdOf(world, message)
  const known = await commissions.find(id)
  if (known !== null) return known
  const kind = message.from === 'system' ? 'system' : ((await roster.find(message.from))?.kind ?? 'agent')
  const owner = partyText({ role: kind === 'admin' ? 'admin' : 'user', id: message.from, swarm: world.swarm })
  const { task } = await commissions.open({
    ...{ id, wire: wireIdOf(world, id), owner, contributors: [owner], entrypoint: null },
    startedAt: world.context.now(),
    maxSteps: null,
  })
  return task
}

async function arrived(world: World, parcel: Parcel, task: Commission): Promise<true> {
  const { store, now } = world.context
  const runner = partyText({ role: 'swarm', id: world.swarm, swarm: parcel.swarm })
  if (!task.contributors.some((party) => party.endsWith(`@${parcel.swarm}`)))
    await store.commissions.contribute(task.id, [runner])
  await mark(world, parcel, { verb: 'ack', at: now() })
  await store.outbox.drop(parcel)
  await store.peers.saw(parcel.swarm, true, now())
  world.metrics.count('sent', `{swarm="${parcel.swarm}"}`)
  world.log.info('sent', { swarm: parcel.swarm, to: parcel.address, task: task.id })
  return true
}

async function retry(world: World, parcel: Parcel, message: FullMessage, problem: string): Promise<boolean> {
  const attempts = parcel.attempts + 1
  const most = world.limits.attempts
  const now = world.context.now()
  // Whoever seems to be back is tried at once: attempts that a restart spoiled do not count for more than their time.
  if (attempts >= most && now - message.sentAt >= patienceFor(most))
    return giveUp(world, parcel, message, problem)
  const at = now + backOff(attempts, Math.random())
  await world.context.store.outbox.again(parcel, { attempts, at, problem })
  world.metrics.count('retried', `{swarm="${parcel.swarm}"}`)
  world.log.error('again', { swarm: parcel.swarm, to: parcel.address, attempts, why: problem })
  return false
}

/** MAIL 1.3, Interswarm Routing: whoever wrote to somebody that cannot be reached is told. */
async function giveUp(world: World, parcel: Parcel, message: FullMessage, problem: string): Promise<true> {
  world.metrics.count('undelivered', `{swarm="${parcel.swarm}"}`)
  world.log.error('undelivered', { swarm: parcel.swarm, to: parcel.address, why: problem })
  if (message.from !== 'system')
    await respondAsSystem(world.context, {
      to: `agent:${message.from}`,
      subject: systemSubjects.router,
      body: `Your message to ${parcel.address} could not be delivered: ${problem}`,
      task: message.task,
      about: message,
      key: `undelivered:${parcel.message}:${parcel.address}`,
    }).catch((error: unknown) => world.log.error('not told', { to: message.from, why: String(error) }))
  await mark(world, parcel, { verb: 'fail', at: world.context.now(), reason: problem })
  await world.context.store.outbox.drop(parcel)
  return true
}

/** The sender's receipts say what became of the copy. */
async function mark(
  world: World,
  parcel: Parcel,
  move: { readonly verb: 'ack' | 'fail'; readonly at: number; readonly reason?: string },
): Promise<void> {
  const doer = { actor: 'system', principal: null, session: null, command: 'serve' }
  const target = [{ message: parcel.message }]
  await world.context.store.deliveries.move(doer, parcel.address, target, move)
}
