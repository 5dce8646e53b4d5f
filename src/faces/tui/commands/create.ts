import { MailError, withHint } from '../../../domain/errors.ts'
import { fieldOf } from '../compose/editor/field.ts'
import type { Panes } from '../state.ts'
import { type Step, say } from '../step.ts'
import { ask } from './ask.ts'
import { call, command, type InputOf } from './command.ts'

const name = 'everywhere.create'

/** Creates a queue, a channel or a group, from one line: `queue work order=priority attempts=5`. */
export const create = command({
  name: 'create',
  at: { everywhere: '+' },
  help: 'new queue, channel or group',
  rank: 4.5,
  writes: true,
  run: (state) =>
    ask(state, {
      command: name,
      label: 'New (queue NAME, channel NAME, group NAME MEMBER…):',
      subject: null,
      field: fieldOf(likelyKind(state.panes)),
      keeps: true,
    }),
  answer(state, _: null, text): Step {
    const words = text.trim().split(/\s+/u)
    if (words[0] === '') return say(state, 'Nothing was created.')
    try {
      return [state, created(words)]
    } catch (error) {
      if (error instanceof MailError) return say(state, withHint(error), 'problem')
      throw error
    }
  },
  done: {
    createQueue: ({ name }) => ({ text: `Created the queue ${name}`, show: { type: 'queue', name } }),
    createChannel: ({ name }) => ({ text: `Created the channel ${name}`, show: { type: 'channel', name } }),
    createGroup: ({ name }) => ({ text: `Created the group ${name}`, show: { type: 'group', name } }),
  },
})

/** Another of what is listed. */
function likelyKind({ list }: Panes): string {
  const { type } = list.source
  return type === 'channel' || type === 'group' || type === 'queue' ? `${type} ` : ''
}

function created([kind, place = '', ...rest]: readonly string[]) {
  if (place !== '' && kind === 'group') return call(name, 'createGroup', { group: place, members: rest })
  // The mailbox checks every input, and reads numbers and durations from text.
  if (place !== '' && kind === 'queue')
    return call(name, 'createQueue', { ...settingsOf(rest), queue: place } as InputOf<'createQueue'>)
  if (place !== '' && kind === 'channel')
    return call(name, 'createChannel', { ...settingsOf(rest), channel: place } as InputOf<'createChannel'>)
  throw new MailError(
    'usage',
    'Write the kind and the name: queue NAME, channel NAME or group NAME.',
    'Members of a group follow its name; settings are written as order=priority.',
  )
}

function settingsOf(words: readonly string[]): object {
  return Object.fromEntries(
    words.map((word) => {
      const at = word.indexOf('=')
      if (at <= 0) throw new MailError('usage', `Not a setting: ${word}.`, 'Example: attempts=5')
      const setting = word.slice(0, at).replace(/-(\w)/gu, (_, letter: string) => letter.toUpperCase())
      const value = word.slice(at + 1)
      return [setting, value.includes(',') ? value.split(',') : value]
    }),
  )
}
