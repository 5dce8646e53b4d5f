import { readAddresses, resolveAddresses } from '../../domain/addressing/resolve.ts'
import type { Directory } from '../../domain/addressing/roster-question.ts'
import { swarmOf } from '../../domain/roster.ts'
import { requiredTexts } from '../../input/input.ts'
import type { Context } from '../../services/context.ts'
import { askRoster } from '../../services/posting/directory.ts'
import { refuseUnknown } from '../../services/posting/unknown.ts'
import { problemOf } from '../../services/taking/moves.ts'
import type { ProblemValue } from '../../services/values.ts'
import { operation } from '../operation.ts'

export const resolve = operation({
  summary: 'Show the recipients that addresses resolve to, without sending',
  access: 'read',
  input: {
    to: requiredTexts('Addresses, as for send', {
      positional: true,
      completes: 'address',
      placeholder: 'TO',
    }),
  },
  value: 'resolved',
  async run(context, { to }) {
    const sender = { address: context.actor.address, swarm: swarmOf(context.actor) ?? context.swarm }
    const every = readAddresses(to)
    // The choice of best: depends on a message: `route` shows it.
    const best = every.filter(({ address }) => address.type === 'best').map(({ text }) => text.trim())
    const written = every.filter(({ address }) => address.type !== 'best')
    const addresses = written.map(({ address }) => address)
    const directory = await askRoster(context, addresses, sender)
    const found = resolveAddresses(written, directory, sender, { hold: false, exclude: [] })
    if (best.length + found.recipients.length + found.selectors.length + found.channels.length === 0)
      await refuseUnknown(context, found.unknown, directory, { so: '' })
    const streams = found.channels.map((name) => `channel:${name}`)
    return {
      recipients: found.recipients,
      how: [...found.selectors, ...streams, ...best],
      unknown: [...found.unknown, ...found.absent],
      ...(found.unknown.length > 0
        ? { problems: await Promise.all(found.unknown.map((text) => problemWith(context, text, directory))) }
        : {}),
    }
  },
})

/** Explains the problem with an address that was asked about; an unknown member of a group is only listed. */
async function problemWith(context: Context, id: string, directory: Directory): Promise<ProblemValue> {
  try {
    await refuseUnknown(context, [id], directory, { so: '' })
  } catch (error) {
    return problemOf(id, error)
  }
  throw new TypeError(`${id} is known`)
}
