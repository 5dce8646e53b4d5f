import { createHash, randomUUID } from 'node:crypto'
import { requireAgentName } from '../../domain/address.ts'
import { type Commission, partyText, systemSubjects } from '../../domain/commission.ts'
import { isLiving } from '../../domain/roster.ts'
import { definitionOf } from './definition.ts'
import { badRequest } from './refusal.ts'
import type { Client, World } from './world.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/iu
/** Anything that a person could have chosen as a name; not what a terminal would obey. */
const chosen = /^[^\p{C}\p{Z}]{1,200}$/u

/** The instance that a client works in: `role:id@swarm` (MAIL 1.3, MAIL Instances). */
export function instanceOf({ swarm }: World, { role, id }: Client): string {
  return partyText({ role: role === 'agent' ? 'swarm' : role, id, swarm })
}

/** A caller's task, begun where it is new. @throws Refusal 400 where it is another instance's */
export async function openTask(
  world: World,
  client: Client,
  id: string | undefined,
  entrypoint: string | null,
): Promise<Commission> {
  if (id !== undefined && !chosen.test(id)) throw badRequest('task_id is no name for a task')
  const owner = instanceOf(world, client)
  const chosenId = id ?? randomUUID()
  const { task, created } = await world.context.store.commissions.open({
    id: chosenId,
    wire: uuid.test(chosenId) ? chosenId.toLowerCase() : uuidOfName(`${world.swarm} ${chosenId}`),
    owner,
    contributors: [owner],
    entrypoint,
    startedAt: world.context.now(),
  })
  if (created) world.log.info('task begun', { task: task.id, owner })
  if (task.owner !== owner) throw badRequest(`the task ${task.id} belongs to another client`)
  return task
}

/** A UUID that is always the same for a name, in the shape of version 8. */
export function uuidOfName(name: string): string {
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

/** The call that a task waits for, where it ended on one. */
export async function pendingCalls(world: World, task: Commission) {
  const { commissions: tasks } = world.context.store
  for (let after = 0, found = null as null | { body: string; caller: string }; ; ) {
    const messages = await tasks.history(task.id, after, 200)
    for (const message of messages) {
      const breaks = message.kind === 'complete' && message.subject === systemSubjects.breakpoint
      if (breaks) found = { body: message.body, caller: message.from }
    }
    const last = messages.at(-1)
    if (last === undefined || messages.length < 200) return found
    after = last.id
  }
}
