import { pause } from '../../../after.ts'
import type { World } from '../../http/world.ts'

/** Looks after other swarms and after the tasks that somebody waits for, again and again. */
export function openWatch(world: World, every: number): { readonly stop: () => Promise<void> } {
  const ending = new AbortController()
  const run = async () => {
    while (!ending.signal.aborted) {
      await lookAtPeers(world).catch((error: unknown) => world.log.error('peers', { why: String(error) }))
      await lookAfterTasks(world).catch((error: unknown) => world.log.error('tasks', { why: String(error) }))
      await pause(every, { signal: ending.signal })
    }
  }
  const running = run()
  return {
    async stop() {
      ending.abort()
      await running
    },
  }
}

async function lookAtPeers({ mailbox, log }: World): Promise<void> {
  const { swarms } = await mailbox.listSwarms({})
  await Promise.all(
    swarms.map(async (swarm) => {
      const { active } = await mailbox.lookAtSwarm(swarm)
      if (active !== swarm.active)
        log.info(active ? 'swarm is reachable again' : 'swarm is unreachable', { swarm: swarm.name })
    }),
  )
}

/** Whether or not anybody writes in them. */
async function lookAfterTasks({ mailbox, hub, log }: World): Promise<void> {
  for (const { task, why } of await mailbox.lookAfterTasks({ tasks: hub.awaited() }))
    log.error('tasks', { task, why })
}
