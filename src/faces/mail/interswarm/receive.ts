import type { JsonObject } from '../../../domain/json.ts'
import type { ReadParcel } from '../../../services/interswarm/parcel.ts'
import { badRequest, Refusal } from '../../http/refusal.ts'
import { instanceOf } from '../../http/tasks/instance.ts'
import type { Client, World } from '../../http/world.ts'

/**
 * Takes a message of another swarm.
 * @throws Refusal 400 · 401
 */
export async function receive(
  world: World,
  client: Client,
  way: 'forward' | 'back',
  parcel: ReadParcel,
): Promise<JsonObject> {
  if (parcel.source !== client.id) throw new Refusal(401, `the token does not belong to ${parcel.source}`)
  if (parcel.target !== world.swarm) throw badRequest(`this swarm is ${world.swarm}, not ${parcel.target}`)
  const instance = instanceOf(world, client)
  const { task, runner, unknown } = await world.mailbox.takeParcel({ way, parcel, instance })
  for (const { untold, ...who } of unknown) {
    world.log.error('unknown recipient', who)
    if (untold !== null) world.log.error('sender not notified', { from: who.from, why: untold })
  }
  world.metrics.count('received', `{swarm="${parcel.source}"}`)
  void world.hub.look()
  return { swarm: world.swarm, status: 'success', task_id: task.wire, local_runner: runner }
}
