import { questionFor, readAddresses, resolveAddresses } from '../../domain/resolve.ts'
import { swarmOf } from '../../domain/roster.ts'
import { requiredTexts } from '../input.ts'
import { operation } from '../operation.ts'

export const resolve = operation({
  summary: 'Show whom addresses would reach, sending nothing',
  access: 'read',
  input: {
    to: requiredTexts('Addresses as for send', { positional: true, completes: 'address', placeholder: 'TO' }),
  },
  value: 'resolved',
  async run(context, { to }) {
    const sender = { address: context.actor.address, swarm: swarmOf(context.actor) ?? context.swarm }
    const written = readAddresses(to)
    const question = questionFor(
      written.map(({ address }) => address),
      sender,
    )
    const directory = await context.store.roster.lookUp(question)
    const found = resolveAddresses(written, directory, sender, { hold: false, exclude: [] })
    return { recipients: found.recipients, how: found.selectors, unknown: found.unknown }
  },
})
