import { doerOf } from '../../services/context.ts'
import { requireAgent } from '../../services/lookup.ts'
import { whoField } from '../../services/roster/fields.ts'
import { agentNow } from '../../services/roster/value.ts'
import { endAgent } from '../../services/sessions/hear-of.ts'
import { operation } from '../operation.ts'

export const freezeAgent = operation({
  summary: "Mark an agent's session as ended; its mail waits until the agent resumes",
  access: 'write',
  needs: 'inside',
  unregistered: true,
  input: { agent: whoField },
  value: 'agent',
  async run(context, { agent }) {
    const { address } = await requireAgent(context, agent)
    const frozen = await context.store.roster.setState(address, 'frozen', doerOf(context), context.now())
    await endAgent(context, address, frozen.session)
    return agentNow(context, frozen)
  },
})
