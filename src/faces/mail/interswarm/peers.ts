import { later } from '../hub.ts'
import type { World } from '../world.ts'

/** Looks after other swarms and after the tasks that somebody waits for, again and again. */
export function openWatch(world: World, every: number): { readonly stop: () => Promise<void> } {
  const ending = new AbortController()
  const run = async () => {
    while (!ending.signal.aborted) {
      await lookAtPeers(world).catch((error: unknown) => world.log.error('peers', { why: String(error) }))
      await lookAfterTasks(world).catch((error: unknown) => world.log.error('tasks', { why: String(error) }))
      await later(every, ending.signal)
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
<<<<<<< HEAD
    swarms.map(async (swarm) => {
      const { active } = await mailbox.lookAtSwarm(swarm)
      if (active !== swarm.active) log.info(active ? 'swarm is back' : 'swarm is lost', { swarm: swarm.name })
=======
    (await peers.list()).map(async (peer) => {
      const now = world.context.now()
      const active = await world.network
        .ask({ url: `${peer.baseUrl}/health`, timeout: patience })
        .then(({ status }) => status === 200)
        .catch(() => false)
      await peers.saw(peer.name, active, now)
      if (active === peer.active) return
      world.log.info(active ? 'swarm is reachable again' : 'swarm is unreachable', { swarm: peer.name })
      if (active) return outbox.hasten(peer.name, now)
      const concerned = (await commissions.list(null, 500)).some(
        ({ status, contributors }) =>
          status === 'running' && contributors.some((party) => party.endsWith(`@${peer.name}`)),
      )
      if (concerned)
        await broadcastAsSystem(
          world.context,
          systemSubjects.swarm,
          `The swarm ${peer.name} cannot be reached; mail to it waits.`,
        )
>>>>>>> b814b79 (faces: say notes, status lines and tool descriptions plainly)
    }),
  )
}

<<<<<<< HEAD
/** Whether or not anybody writes in them. */
function lookAfterTasks({ mailbox, hub }: World): Promise<void> {
  return mailbox.lookAfterTasks({ tasks: hub.awaited() })
=======
/** A task whose entrypoint is gone cannot go on, nor one that took too many steps, whether or not anybody writes in it. */
async function lookAtTasks(world: World): Promise<void> {
  const { commissions, roster } = world.context.store
  for (const id of world.hub.awaited()) {
    const task = await commissions.find(id)
    if (task?.status !== 'running') continue
    await limitSteps(world, task)
    if (task.entrypoint === null) continue
    const agent = await roster.find(task.entrypoint)
    if (agent === null || isLiving(agent)) continue
    await endAsSystem(
      world.context,
      task.id,
      systemSubjects.error,
      `The agent ${task.entrypoint} is retired.`,
    )
  }
>>>>>>> b814b79 (faces: say notes, status lines and tool descriptions plainly)
}
