import { plain, sanitizeLine } from '../../../../domain/sanitize.ts'
import {
  fieldOfArgument,
  type MessageField,
  messageFields,
  type OwnCommand,
} from '../../../../domain/settings/own-commands.ts'
import type { Effect } from '../../effect.ts'
import { agentHere } from '../../panes/inbox/scopes.ts'
import { messageHere, textHere } from '../../panes/thread/here.ts'
import type { OnScreen } from '../../state.ts'
import { type Step, say } from '../../step.ts'
import { confirm } from '../ask.ts'
import type { Command } from '../command.ts'

const made = new WeakMap<OwnCommand, Command>()

/** The command behind a key of the person's own. */
export function ownCommand(own: OwnCommand): Command {
  const known = made.get(own)
  if (known !== undefined) return known
  const command = commandFor(own)
  made.set(own, command)
  return command
}

function commandFor(own: OwnCommand): Command {
  return {
    name: own.name,
    at: {},
    help: own.description,
    hint: own.name,
    ...(!own.safe && { writes: true as const }),
    ...(isAboutMail(own) && { needs: 'row' as const }),
    available: (state) => reasonAgainst(own, state) ?? true,
    run: (state) => started(own, state),
  }
}

function isAboutMail({ scope, run }: OwnCommand): boolean {
  return ['mail', 'inbox', 'thread'].includes(scope) || run.some((word) => fieldOfArgument(word) !== null)
}

type Fields = Readonly<Partial<Record<MessageField, string>>>

/** The fields of the selected message, and of the agent it is about, for a program. */
function fieldsOf(state: OnScreen): Fields {
  // What lies behind a sheet is not meant.
  if (state.overlay.type === 'sheet') return {}
  const message = messageHere(state)
  const agent = agentHere(state)
  const told =
    message === undefined
      ? {}
      : {
          id: message.id,
          thread: message.thread,
          from: message.from,
          to: message.to.join(','),
          subject: message.subject,
          kind: message.kind,
          priority: message.priority,
          ...(message.task !== null && { task: message.task }),
        }
  const all: Fields = { ...told, ...(agent !== null && { agent }) }
  return Object.fromEntries(Object.entries(all).map(([name, text]) => [name, sanitizeLine(text)]))
}

function reasonAgainst(own: OwnCommand, state: OnScreen): string | null {
  const fields = fieldsOf(state)
  for (const [at, word] of own.run.entries()) {
    const field = fieldOfArgument(word)
    if (field === null) continue
    const text = fields[field]
    if (text === undefined || text === '')
      return fields.id === undefined ? 'No message is selected.' : `The message has no ${field}.`
    // The message's sender could pass an option to the program.
    if (text.startsWith('-') && !own.run.slice(0, at).includes('--'))
      return `The ${field} begins with -, which ${own.run[0]} may take for an option: put -- before {${field}} in ${own.where}.`
  }
  return null
}

function started<S extends OnScreen>(own: OwnCommand, state: S): Step<S> {
  const fields = fieldsOf(state)
  const variables = messageFields.flatMap((field) => {
    const text = fields[field]
    return text === undefined ? [] : [[`WATCHPOST_${field.toUpperCase()}`, text] as const]
  })
  const effect: Effect = {
    type: 'run-own',
    name: own.name,
    words: own.run.map((word) => {
      const field = fieldOfArgument(word)
      return field === null ? word : (fields[field] ?? '')
    }),
    variables: Object.fromEntries(variables),
    input: fields.id === undefined ? '' : (textHere(state)?.body ?? ''),
    output: own.output,
    timeLimit: own.timeLimit,
  }
  if (own.confirm) return confirm(state, questionOf(own, fields), { effect })
  return own.output === 'none' ? [state, effect] : [...say(state, plain(`${own.name} is running.`)), effect]
}

function questionOf({ name, description }: OwnCommand, { id }: Fields): string {
  const what = description === name ? '' : `: ${description}`
  return `Run ${name}${id === undefined ? '' : ` on ${id}`}${what}?`
}
