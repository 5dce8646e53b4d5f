import { type Channel, isSubscribingMany } from '../../domain/channel.ts'
import { MailError } from '../../domain/errors.ts'
import { requireMember } from '../../domain/group.ts'
import { requirePlaceName } from '../../domain/places.ts'
import { requiredText, text } from '../../input/input.ts'
import type { Context } from '../context.ts'
import { requireAgent } from '../lookup.ts'

export const channelField = requiredText('The channel', {
  positional: true,
  completes: 'channel',
  placeholder: 'CHANNEL',
})

export const subscriberField = text('The agent, or a pattern, set, role or tag (default: you)', {
  positional: true,
  completes: 'agent',
  placeholder: 'ADDRESS',
})

export const channelName = (written: string) => requirePlaceName('channel', written)

/** @throws MailError `not-found` */
export async function requireChannel(context: Context, written: string): Promise<Channel> {
  const name = channelName(written)
  const channel = await context.store.channels.find(name)
  if (channel !== null) return channel
  throw new MailError(
    'not-found',
    `There is no channel ${name}.`,
    'List channels with `watchpost channel list`.',
  )
}

export async function subscriberOf(context: Context, agent: string | undefined): Promise<string> {
  if (agent === undefined) return context.actor.address
  if (isSubscribingMany(agent.trim())) return requireMember(agent)
  return (await requireAgent(context, agent)).address
}
