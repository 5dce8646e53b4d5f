import { pause } from '../../../after.ts'
import { openWaiting } from '../../../services/tasks/waiting.ts'
import type { World } from '../../http/world.ts'
import { sendParcel } from './send-parcel.ts'

const atOnce = 8
/** After a failure of our own. */
const patience = 1000

/** Sends what waits for other swarms: at least once, in order within a task, until they have it or it is given up. */
export type Router = { readonly stop: () => Promise<void> }

/**
 * Each swarm has a lane of its own: one that does not answer keeps no other waiting.
 * @param pulse mail that nothing announced is found after this time at most, ms
 */
export function openRouter(world: World, pulse: number): Router {
  const ending = new AbortController()
  const lanes = new Map<string, Promise<void>>()
  const waiting = openWaiting(ending.signal)

  /** Sends to one swarm until nothing of it is due. */
  async function drive(swarm: string): Promise<void> {
    try {
      while (!ending.signal.aborted && (await sendDue(world, swarm)) > 0);
    } catch (error) {
      // Not even that it failed could be noted: at once it would go no better.
      world.log.error('outbox', { swarm, why: String(error) })
      await pause(patience, { signal: ending.signal })
    }
    lanes.delete(swarm)
    // Parcels that came in the meantime found the lane taken.
    waiting.wake()
  }

  async function run(): Promise<void> {
    while (!ending.signal.aborted) {
      waiting.rest()
      const rest = await start().catch((error: unknown) => {
        world.log.error('outbox', { why: String(error) })
        return patience
      })
      await waiting.woken(rest)
    }
    waiting.end()
    await Promise.all(lanes.values())
  }

  /** Begins a lane for each swarm that something is due for. How long to rest then. */
  async function start(): Promise<number> {
    const { swarms, nextAt } = await world.mailbox.dueSwarms()
    for (const swarm of swarms) if (!lanes.has(swarm)) lanes.set(swarm, drive(swarm))
    return nextAt === null ? pulse : Math.min(pulse, Math.max(10, nextAt - world.now()))
  }

  const stopListening = world.hub.onMessage(waiting.wake)
  const running = run()
  return {
    async stop() {
      stopListening()
      ending.abort()
      await running
    },
  }
}

/** The first of each task. How many left the outbox. */
async function sendDue(world: World, swarm: string): Promise<number> {
  const parcels = await world.mailbox.dueParcels({ swarm, most: atOnce })
  const tried = await Promise.allSettled(parcels.map((parcel) => sendParcel(world, parcel)))
  const failed = tried.find((one) => one.status === 'rejected')
  if (failed !== undefined) throw failed.reason
  return tried.filter((one) => one.status === 'fulfilled' && one.value).length
}
