import { requireBaseUrl } from '../../domain/peer.ts'
import { requiredText } from '../../input/input.ts'
import { inspectServer } from '../../services/swarms/inspect.ts'
import { requirePeer } from '../../services/swarms/peer.ts'
import type { Values } from '../../values/schemas.ts'
import { operation } from '../operation.ts'

export const pingSwarm = operation({
  summary: 'Check whether the server of a registered swarm or a URL answers',
  access: 'read',
  unregistered: true,
  input: { swarm: requiredText('A swarm or a URL', { positional: true, placeholder: 'SWARM|URL' }) },
  value: 'pinged',
  async run(context, { swarm }): Promise<Values['pinged']> {
    const url = swarm.includes('://') ? requireBaseUrl(swarm) : (await requirePeer(context, swarm)).baseUrl
    const before = context.now()
    const { name, version } = await inspectServer(context, url)
    return { swarm: name, url, version, milliseconds: context.now() - before }
  },
})
