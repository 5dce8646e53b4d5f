import { randomUUID } from 'node:crypto'
import { begun, type Commission } from '../../domain/commission.ts'
import type { Agent } from '../../domain/roster.ts'
import { wireIdOf } from '../../operations/tasks/task-ids.ts'
import { instanceOf } from './instance.ts'
import type { Client, World } from './world.ts'

<<<<<<< HEAD
=======
/** Anything that a person could have chosen as a name; not what a terminal would obey. */
const chosen = /^[^\p{C}\p{Z}]{1,200}$/u

/** The instance that a client works in: `role:id@swarm` (MAIL 1.3, MAIL Instances). */
export function instanceOf({ swarm }: World, { role, id }: Client): string {
  return partyText({ role: role === 'agent' ? 'swarm' : role, id, swarm })
}

/** The caller's task by that id. @throws Refusal 400 where it is another instance's, or the agents' own */
export async function findOwnTask(world: World, client: Client, id: string): Promise<Commission | null> {
  if (!chosen.test(id)) throw badRequest('task_id is not a valid name for a task')
  const { commissions, tasks } = world.context.store
  const task = await commissions.find(id)
  const isTaken = task === null ? (await tasks.find(id)) !== null : task.owner !== instanceOf(world, client)
  if (isTaken) throw badRequest(`the task ${task?.id ?? id} belongs to another client`)
  return task
}

>>>>>>> b814b79 (faces: say notes, status lines and tool descriptions plainly)
type Start = Pick<Commission, 'entrypoint' | 'maxSteps'>

/** A caller's task that is yet to begin, with their message. */
export function newTask(
  world: World,
  client: Client,
  chosenId: string | undefined,
  start: Start,
): Commission {
  const id = chosenId ?? randomUUID()
  const owner = instanceOf(world, client)
<<<<<<< HEAD
  world.log.info('task begun', { task: id, owner })
  const [wire, startedAt] = [wireIdOf(world.swarm, id), world.now()]
  return begun({ id, wire, owner, contributors: [owner], startedAt, ...start })
=======
  world.log.info('task started', { task: id, owner })
  const startedAt = world.context.now()
  return begun({ id, wire: wireIdOf(world, id), owner, contributors: [owner], startedAt, ...start })
>>>>>>> b814b79 (faces: say notes, status lines and tool descriptions plainly)
}

type Words = Omit<Parameters<World['mailbox']['writeInTask']>[0], 'sender' | 'task'>

/** A caller's message, whose followers are woken at once. Its number. */
export async function writeInTask(
  world: World,
<<<<<<< HEAD
  sender: Agent,
  task: Commission,
  words: Words,
): Promise<number> {
  const own = await world.mailbox.writeInTask({ sender, task, ...words })
  world.active.add(sender.address)
  void world.hub.look()
  return own
=======
  named: string | undefined,
  task: Commission | null,
): Promise<string> {
  const written = named ?? task?.entrypoint ?? (await definitionOf(world)).entrypoint
  if (written === null || written === undefined)
    throw badRequest(
      'this swarm has no entrypoint: give one, or set `entrypoint` in the `swarm` section of its settings',
    )
  const agent = await world.context.store.roster.find(requireAgentName(written).name)
  if (agent === null || !isLiving(agent)) throw badRequest(`unknown agent ${written}`)
  return agent.address
}

/** The calls that a task waits for, where it ended on some, and who made them. */
export async function pendingCalls({ context }: World, { status, ended }: Commission) {
  if (status !== 'breakpoint' || ended === null) return null
  const letter = await context.store.messages.read(ended, null)
  return letter === null ? null : { body: letter.message.body, caller: letter.message.from }
>>>>>>> b814b79 (faces: say notes, status lines and tool descriptions plainly)
}
