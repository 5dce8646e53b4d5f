import { isMailError } from '../../../../domain/errors.ts'
import type { Mailbox } from '../../../../mailbox.ts'
import { addressList, counted } from '../../../present.ts'
import type { Act } from '../../effect.ts'
import type { Event } from '../../event.ts'
import type { Source } from '../../state.ts'
import { createPlace } from './create-place.ts'

type More = { readonly show?: Source; readonly select?: string }

const done = (text: string, more: More = {}): Event => ({ type: 'done', text, undoable: false, ...more })

/** Carries out a deed on a place or an agent, and tells it. */
export async function actOn(mailbox: Mailbox, self: string, act: Act): Promise<Event> {
  const home: Source = { type: 'mailbox', owner: self, box: 'inbox' }
  switch (act.verb) {
    case 'claim':
      return claimNext(mailbox, act.queue)
    case 'release':
      await mailbox.release({ message: act.message, attempt: act.attempt })
      return done(`gave ${act.message} back: this try is not counted`)
    case 'renew': {
      const { message } = await mailbox.renew({ message: act.message, attempt: act.attempt })
      return done(`${act.message} is yours until ${clock(message.lease?.until)}`)
    }
    case 'redeliver': {
      const to = act.to.length === 0 ? {} : { to: act.to }
      const { recipients } = await mailbox.redeliver({ message: act.message, ...to })
      return done(`delivered again to ${addressList(recipients.map(({ address }) => address))}`)
    }
    case 'create':
      return createPlace(mailbox, act.words)
    case 'add':
      await mailbox.addMembers({ group: act.group, members: act.members })
      return done(`${counted(act.members.length, 'member')} added to ${act.group}`)
    case 'remove':
      await mailbox.removeMembers({ group: act.group, members: act.members })
      return done(`${counted(act.members.length, 'member')} removed from ${act.group}`)
    case 'delete-group':
      await mailbox.deleteGroup({ group: act.group })
      return done(`the group ${act.group} is gone`, { show: home })
    case 'nudge': {
      const { pane } = await mailbox.nudge({
        agent: act.agent,
        text: act.text,
        ...(act.about !== null && { about: act.about }),
      })
      return done(`typed to ${act.agent} in pane ${pane}`)
    }
    case 'jump':
      await mailbox.jump({ agent: act.agent })
      return done(`${act.agent} is in front`)
    case 'assign': {
      const { thread, supervisor } = await mailbox.assign({ thread: act.thread, supervisor: act.to })
      return done(`${thread} is in the hands of ${supervisor}`)
    }
    case 'pause':
    case 'resume':
    case 'close-queue':
      return queueDeed(mailbox, act)
    case 'subscribe':
    case 'unsubscribe':
    case 'close-channel':
    case 'delete-channel':
      return channelDeed(mailbox, act, home)
  }
}

type QueueAct = Extract<Act, { verb: 'pause' | 'resume' | 'close-queue' }>

async function queueDeed(mailbox: Mailbox, { verb, queue }: QueueAct): Promise<Event> {
  if (verb === 'pause') await mailbox.pauseQueue({ queue })
  else if (verb === 'resume') await mailbox.resumeQueue({ queue })
  else await mailbox.closeQueue({ queue })
  const now = { pause: 'paused: nothing is given out', resume: 'open', 'close-queue': 'closed' } as const
  return done(`the queue ${queue} is ${now[verb]}`)
}

type ChannelAct = Extract<Act, { verb: 'subscribe' | 'unsubscribe' | 'close-channel' | 'delete-channel' }>

async function channelDeed(mailbox: Mailbox, { verb, channel }: ChannelAct, home: Source): Promise<Event> {
  switch (verb) {
    case 'subscribe':
      await mailbox.subscribe({ channel })
      return done(`you get a copy of every post to #${channel}`)
    case 'unsubscribe':
      await mailbox.unsubscribe({ channel })
      return done(`you get no more copies from #${channel}`)
    case 'close-channel':
      await mailbox.closeChannel({ channel })
      return done(`#${channel} is closed; X once more deletes it`)
    case 'delete-channel':
      await mailbox.deleteChannel({ channel })
      return done(`#${channel} is gone; copies stay where they are`, { show: home })
  }
}

/** What is taken is shown at once, so there is nothing to give back by itself. */
async function claimNext(mailbox: Mailbox, queue: string): Promise<Event> {
  try {
    const { value, settle } = await mailbox.claim({ queue })
    await settle()
    const { id, lease } = value.message
    return done(`took ${id}, yours until ${clock(lease?.until)}`, { select: id })
  } catch (error) {
    if (isMailError(error) && error.code === 'nothing') return done(error.message)
    throw error
  }
}

function clock(until: string | undefined): string {
  if (until === undefined) return 'it is done'
  const at = new Date(until)
  return [at.getHours(), at.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':')
}

const most = 500

/** Everything that can be written to, for completion. */
export async function addresses(mailbox: Mailbox): Promise<readonly string[]> {
  const [{ agents }, places] = await Promise.all([mailbox.listAgents({ limit: most }), mailbox.places({})])
  const roles = agents.flatMap(({ role }) => (role === null ? [] : [`role:${role}`]))
  const gathering = [
    ...places.queues.map(({ name }) => `queue:${name}`),
    ...places.channels.map(({ name }) => `channel:${name}`),
    ...places.tags.map(({ tag }) => tag),
    ...places.groups.map(({ name }) => `group:${name}`),
  ]
  return [...new Set([...agents.map(({ address }) => address), ...roles, ...gathering, 'all'])]
}
