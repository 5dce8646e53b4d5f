import { MailError } from '../../../../domain/errors.ts'
import type { Mailbox } from '../../../../mailbox.ts'
import type { Event } from '../../event.ts'
import type { Source } from '../../state.ts'

type Settings = Readonly<Record<string, string | readonly string[]>>

/**
 * `queue work order=priority attempts=5`, `channel alerts retain-count=100`, `group ops critic role:judge`: as the
 * command line has them, without its dashes.
 */
export async function createPlace(mailbox: Mailbox, words: readonly string[]): Promise<Event> {
  const [kind = '', written, ...rest] = words
  const name = written ?? ''
  if (name === '' || !['queue', 'channel', 'group'].includes(kind))
    throw new MailError(
      'usage',
      'Say what it is and its name: queue NAME, channel NAME or group NAME.',
      'Members of a group follow; settings are written as order=priority.',
    )
  if (kind === 'group') {
    const group = await mailbox.createGroup({ group: name, members: rest })
    return made(`the group ${group.name} is made`, { type: 'group', name: group.name })
  }
  // The mailbox checks every input, and reads numbers and lengths of time from text.
  const settings = settingsOf(rest)
  if (kind === 'queue') {
    const input: object = { ...settings, queue: name }
    const queue = await mailbox.createQueue(input as Parameters<Mailbox['createQueue']>[0])
    return made(`the queue ${queue.name} is made`, { type: 'queue', name: queue.name })
  }
  const input: object = { ...settings, channel: name }
  const channel = await mailbox.createChannel(input as Parameters<Mailbox['createChannel']>[0])
  return made(`the channel ${channel.name} is made`, { type: 'channel', name: channel.name })
}

function made(text: string, show: Source): Event {
  return { type: 'done', text, undoable: false, show }
}

function settingsOf(words: readonly string[]): Settings {
  return Object.fromEntries(
    words.map((word) => {
      const at = word.indexOf('=')
      if (at <= 0) throw new MailError('usage', `${word} is no setting.`, 'Write for example attempts=5.')
      const name = word.slice(0, at).replace(/-(\w)/gu, (_, letter: string) => letter.toUpperCase())
      const value = word.slice(at + 1)
      return [name, value.includes(',') ? value.split(',') : value]
    }),
  )
}
