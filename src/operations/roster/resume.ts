import { doerOf } from '../../services/context.ts'
import { requireAgent } from '../../services/lookup.ts'
import { whoField } from '../../services/roster/fields.ts'
import { agentNow } from '../../services/roster/value.ts'
import { appear, sessionFor } from '../../services/sessions/appear.ts'
import { operation } from '../operation.ts'

export const resumeAgent = operation({
  summary: 'Mark a frozen agent as alive again',
  access: 'write',
  needs: 'inside',
  unregistered: true,
  input: { agent: whoField },
  value: 'agent',
  async run(context, { agent }) {
    const { address } = await requireAgent(context, agent)
    const resumed = await context.store.roster.setState(address, 'alive', doerOf(context), context.now())
    await appear(context, address, sessionFor(context, address))
    return agentNow(context, resumed)
  },
})
