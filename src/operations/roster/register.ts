import { ownSwarm } from '../../domain/roster.ts'
import { requiredText } from '../../input/input.ts'
import { tellSenders } from '../../services/posting/tell-senders.ts'
import { registeringFields, registrationOf } from '../../services/roster/fields.ts'
import { registrarOf } from '../../services/roster/registrar.ts'
import { requireSupervisor } from '../../services/roster/supervisor.ts'
import { agentNow } from '../../services/roster/value.ts'
import { appear, sessionFor } from '../../services/sessions/appear.ts'
import { operation } from '../operation.ts'

export const registerAgent = operation({
  summary: 'Register an agent, or change one; it is alive and receives the mail held for it',
  access: 'write',
  needs: 'inside',
  unregistered: true,
  nameless: 'nobody',
  input: {
    agent: requiredText('Its address', { positional: true, completes: 'agent', placeholder: 'ADDRESS' }),
    ...registeringFields,
  },
  value: 'agent',
  examples: [
    [
      'watchpost agents register swarm_dev/critic --role reviewer --pane "$TMUX_PANE"',
      'an agent with a role, in this tmux pane',
    ],
  ],
  async run(context, { agent, allowLookalike = false, ...input }) {
    const registration = registrationOf(agent, input, context)
    const { roster } = context.store
    const known = await roster.find(registration.address)
    await requireSupervisor(context, registration)
    const own = context.swarm === null ? {} : ownSwarm(known, registration, context.swarm)
    const { agent: registered } = await roster.register(
      { ...own, ...registration, lookalike: allowLookalike ? 'allow' : 'refuse' },
      await registrarOf(context, registration),
      context.now(),
    )
    await appear(context, registered.address, input.session || sessionFor(context, registered.address))
    await tellSenders(context, registered.address)
    return agentNow(context, registered)
  },
})
