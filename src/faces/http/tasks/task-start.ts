import { randomUUID } from 'node:crypto'
import { begun, type Commission } from '../../../domain/commission.ts'
import type { Agent } from '../../../domain/roster.ts'
import { wireIdOf } from '../../../services/tasks/task-ids.ts'
import type { Client, World } from '../world.ts'
import { instanceOf } from './instance.ts'

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
  world.log.info('task started', { task: id, owner })
  const [wire, startedAt] = [wireIdOf(world.swarm, id), world.now()]
  return begun({ id, wire, owner, contributors: [owner], startedAt, ...start })
}

type Words = Omit<Parameters<World['mailbox']['writeInTask']>[0], 'sender' | 'task'>

/** A caller's message, whose followers are woken at once. Its number. */
export async function writeInTask(
  world: World,
  sender: Agent,
  task: Commission,
  words: Words,
): Promise<number> {
  const own = await world.mailbox.writeInTask({ sender, task, ...words })
  world.active.add(sender.address)
  void world.hub.look()
  return own
}
