import { kinds } from '../../domain/kind.ts'
import { limits } from '../../domain/limits.ts'
import { priorities } from '../../domain/priority.ts'
import { choice, duration, flag, json, text, texts, time } from '../input.ts'

/** What may be said of any new message, however it came about. */
export const letterFields = {
  subject: text('Subject line; may be left out', { short: 's', longest: limits.subject }),
  body: text('The message, in Markdown; - reads standard input', { short: 'b', stdin: true }),
  kind: choice(kinds, 'What the message is for'),
  priority: choice(priorities, 'How pressing it is', { short: 'p' }),
  cc: texts('Who gets a copy without owing an answer', { completes: 'address', placeholder: 'ADDRESS' }),
  task: text('The task it belongs to', { placeholder: 'ID', longest: limits.task }),
  swarm: text('The swarm it concerns', { placeholder: 'NAME' }),
  tag: texts('A label to search by', { placeholder: 'TAG', longest: limits.tag, most: limits.tags }),
  ttl: duration('How long it matters; expired mail is filtered'),
  expires: time('When it stops to matter'),
  payload: json('Structured data that goes with it'),
  context: json('Structured context, as handoffs carry it'),
  attach: texts('A file to point to', {
    completes: 'file',
    placeholder: 'PATH',
    longest: limits.attachment,
    most: limits.attachments,
  }),
  key: text('Sends once: the same key again gives the first message back', { longest: limits.key }),
  hold: flag('Keep it for recipients who are not known yet'),
  again: flag('You mean it: no warning that the same subject still lies unread'),
  exclude: texts('Leave this agent out of a broadcast', { completes: 'agent', placeholder: 'ADDRESS' }),
} as const
