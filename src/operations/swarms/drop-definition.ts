import { MailError } from '../../domain/errors.ts'
import { noDefinition } from '../../services/swarms/definition.ts'
import { operation } from '../operation.ts'
import { describeSwarm } from './show-definition.ts'

export const dropDefinition = operation({
  summary: 'Drop the definition that an administrator loaded; the settings hold again',
  access: 'write',
  needs: [['admin', 'store']],
  unregistered: true,
  input: {},
  value: 'definition',
  async run(context) {
    const { facts } = context.store
    if (!(await describeSwarm.run(context, {})).loaded)
      throw new MailError(
        'nothing',
        'No definition was loaded.',
        'The `swarm` section of the settings holds; see `watchpost swarm definition show`.',
      )
    await facts.remember('swarm-definition', noDefinition)
    return describeSwarm.run(context, {})
  },
})
