import { createHash, randomUUID } from 'node:crypto'
import { requireAgentName } from '../../domain/addressing/address.ts'
import { begun, type Commission, partyText } from '../../domain/commission.ts'
import { isUuid } from '../../domain/id.ts'
import type { Message } from '../../domain/message.ts'
import { isLiving } from '../../domain/roster.ts'
import { definitionOf } from './definition.ts'
import { badRequest } from './refusal.ts'
import type { Client, World } from './world.ts'

/** Anything that a person could have chosen as a name; not what a terminal would obey. */
const chosen = /^[^\p{C}\p{Z}]{1,200}$/u

/** The instance that a client works in: `role:id@swarm` (MAIL 1.3, MAIL Instances). */
export function instanceOf({ swarm }: World, { role, id }: Client): string {
  return partyText({ role: role === 'agent' ? 'swarm' : role, id, swarm })
}

/** The caller's task by that id. @throws Refusal 400 where it is another instance's, or the agents' own */
export async function findOwnTask(world: World, client: Client, id: string): Promise<Commission | null> {
  if (!chosen.test(id)) throw badRequest('task_id is no name for a task')
  const { commissions, tasks } = world.context.store
  const task = await commissions.find(id)
  const isTaken = task === null ? (await tasks.find(id)) !== null : task.owner !== instanceOf(world, client)
  if (isTaken) throw badRequest(`the task ${task?.id ?? id} belongs to another client`)
  return task
}

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
  world.log.info('task begun', { task: id, owner })
  const startedAt = world.context.now()
  return begun({ id, wire: wireIdOf(world, id), owner, contributors: [owner], startedAt, ...start })
}

/** What other swarms know a task by, whatever its name here. */
export function wireIdOf({ swarm }: World, id: string): string {
  return isUuid(id) ? id.toLowerCase() : uuidOfName(`${swarm} ${id}`)
}

/** The task that a message belongs to between swarms: one without any begins its sender's own, by the thread it stands in. */
export function taskIdOf({ swarm }: World, { task, thread }: Pick<Message, 'task' | 'thread'>): string {
  return task ?? uuidOfName(`${swarm} thread ${thread}`)
}

/** A UUID that is always the same for a name, in the shape of version 8. */
function uuidOfName(name: string): string {
  const bytes = createHash('sha256').update(name).digest().subarray(0, 16)
  bytes[6] = 0x80 | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** Whom a message goes to: the agent that is named, else the task's, else the swarm's. @throws Refusal 400 */
export async function requireEntrypoint(
  world: World,
  named: string | undefined,
  task: Commission | null,
): Promise<string> {
  const written = named ?? task?.entrypoint ?? (await definitionOf(world)).entrypoint
  if (written === null || written === undefined)
    throw badRequest(
      'this swarm has no entrypoint: name one, or set `entrypoint` in the `swarm` section of its settings',
    )
  const agent = await world.context.store.roster.find(requireAgentName(written).name)
  if (agent === null || !isLiving(agent)) throw badRequest(`there is no agent ${written}`)
  return agent.address
}

/** The calls that a task waits for, where it ended on some, and who made them. */
export async function pendingCalls({ context }: World, { status, ended }: Commission) {
  if (status !== 'breakpoint' || ended === null) return null
  const letter = await context.store.messages.read(ended, null)
  return letter === null ? null : { body: letter.message.body, caller: letter.message.from }
}
