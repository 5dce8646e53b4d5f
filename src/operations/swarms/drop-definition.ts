import { MailError } from '../../domain/errors.ts'
import { noDefinition } from '../../services/swarms/definition.ts'
import { takeMembersBack } from '../../services/swarms/members.ts'
import { appoint } from '../../services/swarms/supervisors.ts'
import { operation } from '../operation.ts'
import { describeSwarm, memberValue } from './show-definition.ts'

export const dropDefinition = operation({
  summary:
    'Drop the definition that an administrator loaded, with what it set for agents; the settings hold again',
  access: 'write',
  needs: [['admin', 'store']],
  unregistered: true,
  input: {},
  value: 'droppedDefinition',
  async run(context) {
    const { facts } = context.store
    const { loaded, agents: set } = await describeSwarm.run(context, {})
    // A load that failed halfway has set something, and stored no definition.
    if (!loaded && set.length === 0)
      throw new MailError(
        'nothing',
        'No definition was loaded.',
        'The `swarm` section of the settings holds; see `watchpost swarm definition show`.',
      )
    const { agents, changedSince } = await takeMembersBack(context)
    await facts.remember('swarm-definition', noDefinition)
    await appoint(context, context.settings.serving)
    const takenBack = agents.map(({ agent, ...back }) => memberValue(agent, back))
    return { ...(await describeSwarm.run(context, {})), takenBack, changedSince: [...changedSince] }
  },
})
