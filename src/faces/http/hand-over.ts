import { every } from '../../after.ts'
import { holdTime } from '../../domain/delivery.ts'
import type { Offer } from '../../services/offer.ts'
import type { Call } from './route.ts'
import type { World } from './world.ts'

type Handed = Pick<Offer<unknown>, 'settle' | 'release' | 'keep'>

/**
 * Mail that leaves with the answer to a call: it is settled once the last byte of that left, and let go where the
 * connection broke first. To be called last, when only writing is left.
 */
export function handOver(world: World, { reply: { raw }, client }: Call, offer: Handed): void {
  const keeping = every(holdTime / 3, () => void offer.keep?.().catch(() => undefined)).unref()
  // An answer has its socket only once those before it left: calls may come one behind the other.
  const { socket } = raw.req
  let hasLeft = false
  // An answer that breaks off comes to its `finish` as well.
  raw.once('finish', () => {
    hasLeft = !socket.destroyed && socket.errored === null
  })
  const end = () => {
    keeping.stop()
    const ended = (hasLeft ? offer.settle() : offer.release()).catch((error: unknown) =>
      world.log.error('hand-over', { why: String(error) }),
    )
    const name = `${client.role}:${client.id}`
    const all = Promise.all([world.settling.get(name), ended])
    world.settling.set(name, all)
    void all.then(() => {
      if (world.settling.get(name) === all) world.settling.delete(name)
    })
  }
  if (raw.closed) end()
  else raw.once('close', end)
}

/** What a caller was handed before is settled by now: who asks again sees it so. */
export async function whenSettled({ settling }: World, { client }: Pick<Call, 'client'>): Promise<void> {
  await settling.get(`${client.role}:${client.id}`)
}
