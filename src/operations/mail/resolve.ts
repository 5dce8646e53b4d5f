import { readAddresses, resolveAddresses } from '../../domain/resolve.ts'
import { swarmOf } from '../../domain/roster.ts'
import { requiredTexts } from '../input.ts'
import { operation } from '../operation.ts'
import { askRoster } from './directory.ts'

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
    const addresses = written.map(({ address }) => address)
    const directory = await askRoster(context, addresses, sender)
    const found = resolveAddresses(written, directory, sender, { hold: false, exclude: [] })
    const streams = found.channels.map((name) => `channel:${name}`)
    return {
      recipients: found.recipients,
      how: [...found.selectors, ...streams],
      unknown: [...found.unknown, ...found.absent],
    }
  },
})
