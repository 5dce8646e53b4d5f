import { doerOf } from '../../services/context.ts'
import { requireAgent } from '../../services/lookup.ts'
import { requireAuthority } from '../../services/roster/authority.ts'
import { whoField } from '../../services/roster/fields.ts'
import { agentNow } from '../../services/roster/value.ts'
import { endAgent } from '../../services/sessions/hear-of.ts'
import { operation } from '../operation.ts'

export const freezeAgent = operation({
  summary: "Mark an agent's session as ended; its mail waits until the agent resumes",
  access: 'write',
  unregistered: true,
  input: { agent: whoField },
  value: 'agent',
  async run(context, { agent }) {
    const known = await requireAgent(context, agent)
    await requireAuthority(context, known)
    const { address } = known
    const frozen = await context.store.roster.setState(address, 'frozen', doerOf(context), context.now())
    await endAgent(context, address, frozen.session)
    return agentNow(context, frozen)
  },
})
