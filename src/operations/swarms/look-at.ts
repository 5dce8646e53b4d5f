import { systemSubjects } from '../../domain/commission.ts'
import type { Context } from '../../services/context.ts'
import { tellDelays } from '../../services/interswarm/tell-delay.ts'
import { requireNetwork } from '../../services/swarms/inspect.ts'
import { broadcastAsSystem } from '../../services/tasks/system-word.ts'
import { internal } from '../internal.ts'

/** How long a swarm may take to say that it is well. */
const patience = 5_000

type Look = { readonly name: string; readonly url: string; readonly active: boolean }

export const lookAtSwarm = internal({
  summary: 'Ask the server of another swarm whether it is well, and act on a change',
  access: 'write',
  needs: 'own',
  async run(context, { name, url, active: wasActive }: Look): Promise<{ readonly active: boolean }> {
    const { peers, outbox } = context.store
    const now = context.now()
    const active = await requireNetwork(context)
      .ask({ url: `${url}/health`, timeout: patience })
      .then(({ status }) => status === 200)
      .catch(() => false)
    await peers.saw(name, active, now)
    await tellDelays(context, name)
    if (active === wasActive) return { active }
    if (active) await outbox.hasten(name, now)
    else if (await hasOpenTasks(context, name))
      await broadcastAsSystem(
        context,
        systemSubjects.swarm,
        `The swarm ${name} cannot be reached; mail to it waits.`,
      )
    return { active }
  },
})

async function hasOpenTasks({ store }: Context, swarm: string): Promise<boolean> {
  return (await store.commissions.list(null, 500)).some(
    ({ status, contributors }) =>
      status === 'running' && contributors.some((party) => party.endsWith(`@${swarm}`)),
  )
}
