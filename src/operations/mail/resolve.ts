import { readAddresses, resolveAddresses } from '../../domain/addressing/resolve.ts'
import { swarmOf } from '../../domain/roster.ts'
import { requiredTexts } from '../input.ts'
import { operation } from '../operation.ts'
import { askRoster } from '../posting/directory.ts'
import { refuseUnknown } from '../posting/unknown.ts'
import type { ProblemValue } from '../values.ts'

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
    if (found.recipients.length + found.selectors.length + found.channels.length === 0)
      await refuseUnknown(context, found.unknown, directory, '')
    const streams = found.channels.map((name) => `channel:${name}`)
    return {
      recipients: found.recipients,
      how: [...found.selectors, ...streams],
      unknown: [...found.unknown, ...found.absent],
      ...(found.unknown.length > 0 ? { problems: found.unknown.map(unknownRecipient) } : {}),
    }
  },
})

/** An address that was asked about is answered for; a group's member that nobody knows is only told. */
function unknownRecipient(id: string): ProblemValue {
  const hint = 'List the roster with `watchpost agents`.'
  return { id, error: { code: 'unknown-recipient', message: `Nobody is called ${id}.`, hint } }
}
