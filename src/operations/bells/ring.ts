import { requiredTexts } from '../../input/input.ts'
import { ringAgent } from '../../services/bells/ring-agent.ts'
import { requireAgent } from '../../services/lookup.ts'
import type { Values } from '../../values/schemas.ts'
import { operation } from '../operation.ts'

export const ring = operation({
  summary: 'Notify the open sessions of agents of unread mail, where their settings and the limits allow it',
  access: 'write',
  needs: 'own',
  unregistered: true,
  nameless: 'nobody',
  input: {
    agent: requiredTexts('The agents', { positional: true, completes: 'agent', placeholder: 'AGENT' }),
  },
  value: 'rung',
  examples: [['watchpost ring critic', 'wakes critic if it has urgent mail and does nothing']],
  async run(context, { agent: names }): Promise<Values['rung']> {
    const agents = []
    for (const name of names) agents.push((await requireAgent(context, name)).address)
    const bells = []
    for (const agent of agents) bells.push({ agent, ...(await ringAgent(context, agent)) })
    return { bells }
  },
})
