import { text } from '../../input/input.ts'
import { publicKeys } from '../../services/keys/public-keys.ts'
import { requireRing } from '../../services/keys/ring.ts'
import { keyValues } from '../../services/keys/value.ts'
import { requireAgent } from '../../services/lookup.ts'
import { operation } from '../operation.ts'

export const listKeys = operation({
  summary: 'List the keys that sealed mail is sealed for, and which of them are on this machine',
  access: 'read',
  input: {
    agent: text('Only the keys of this agent', {
      positional: true,
      completes: 'agent',
      placeholder: 'AGENT',
    }),
  },
  value: 'keys',
  examples: [['watchpost keys list critic', 'shows the keys of critic, and whether one was lost']],
  async run(context, { agent }) {
    const ring = await requireRing(context)
    const listed = await publicKeys(context)
    const holders =
      agent === undefined
        ? [...new Set([context.actor.address, ...listed.keys()])]
        : [(await requireAgent(context, agent)).address]
    const found = await Promise.all(
      holders.map((holder) => keyValues(ring, holder, listed.get(holder) ?? [])),
    )
    return { keys: found.flat() }
  },
})
