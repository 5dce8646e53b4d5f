import { isRemote } from '../../../domain/addressing/address.ts'
import type { World } from '../world.ts'

/** Whether an agent of this swarm can be asked. A person takes no tasks: who answers one writes to the entrypoint. */
export async function isHere({ mailbox }: World, address: string): Promise<boolean> {
  const agent = isRemote(address) ? null : await mailbox.findAgent({ address })
  return agent !== null && agent.kind === 'agent' && agent.state !== 'dead'
}
