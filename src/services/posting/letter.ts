import { kinds } from '../../domain/kind.ts'
import { limits } from '../../domain/limits.ts'
import { priorities } from '../../domain/priority.ts'
import { choice, duration, flag, json, text, texts, time } from '../../input/input.ts'

/** Of operations that can seal what they send. */
export const sealField = {
  seal: flag(
    'Seal the body, payload and context: only the recipients and the people of this store can read them. Subject, addresses, tags and paths stay plain',
  ),
} as const

/** Of operations whose message can take the place of an earlier one. */
export const replacesField = {
  replaces: text('The message that this one replaces; recipients who have not seen it never will', {
    completes: 'message',
    placeholder: 'ID',
  }),
} as const

/** The fields of every new message, however it is created. */
export const letterFields = {
  subject: text('Subject line (optional)', { short: 's', longest: limits.subject }),
  body: text('The message, in Markdown; - reads standard input', { short: 'b', stdin: true }),
  kind: choice(kinds, 'The kind of message'),
  priority: choice(priorities, 'Priority', { short: 'p' }),
  cc: texts('A recipient of a copy; no answer is owed', { completes: 'address', placeholder: 'ADDRESS' }),
  task: text('The task it belongs to', { placeholder: 'ID', longest: limits.task }),
  swarm: text('The swarm it concerns', { placeholder: 'NAME' }),
  tag: texts('A label to search by', { placeholder: 'TAG', longest: limits.tag, most: limits.tags }),
  ttl: duration('Expire after this long; expired mail is filtered out'),
  expires: time('Expire at this time, such as 2h, 17:30 or tomorrow 9am'),
  payload: json('Structured data to send with it, as JSON'),
  context: json('Structured context, as in a handoff'),
  attach: texts('A file to attach by its path', {
    completes: 'file',
    placeholder: 'PATH',
    longest: limits.attachment,
    most: limits.attachments,
  }),
  key: text('Send once: a repeat with the same key returns the first message', { longest: limits.key }),
  hold: flag('Hold it for recipients who are not registered yet'),
  again: flag('Do not warn about an unread message with the same subject'),
  exclude: texts('Leave this agent out of a broadcast or a choice', {
    completes: 'agent',
    placeholder: 'ADDRESS',
  }),
} as const
