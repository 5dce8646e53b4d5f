import type { Definition } from '../../../services/swarms/definition.ts'
import { howToAllow } from '../../../services/swarms/supervisors.ts'
import type { World } from '../world.ts'

/** A flag names another entrypoint; what is loaded while the server runs is newer than that. */
export async function definitionOf({ mailbox, entrypoint, usual }: World): Promise<Definition> {
  const definition = await mailbox.showDefinition()
  return { ...definition, entrypoint: entrypoint ?? definition.entrypoint ?? usual }
}

/** Without an entrypoint every task is refused; without anybody who may complete tasks, the entrypoint's answer ends them. */
export async function chooseEntrypoint(world: World): Promise<void> {
  const { mailbox, log } = world
  let { entrypoint } = await definitionOf(world)
  if (entrypoint === null) {
    entrypoint = await mailbox.soleSupervisor()
    world.entrypoint = entrypoint
    world.usual = entrypoint
    if (entrypoint !== null) log.info('entrypoint', { agent: entrypoint, why: 'the only supervisor' })
  }
  if (entrypoint === null)
    return log.info('no entrypoint', {
      why: 'tasks are refused until there is one: serve with --entrypoint AGENT, or set `entrypoint` in the `swarm` section of the settings',
    })
  if (!(await mailbox.hasSupervisor()))
    log.error('no supervisor', {
      why: `the first answer of ${entrypoint} ends a task until an agent may complete tasks: ${howToAllow(entrypoint)}`,
    })
}
