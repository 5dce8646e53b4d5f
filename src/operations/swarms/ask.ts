import { MailError } from '../../domain/errors.ts'
import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import { requireBaseUrl, secretVariable } from '../../domain/peer.ts'
import { requiredText, text } from '../input.ts'
import { type Context, streaming } from '../operation.ts'
import { parsed, requireNetwork } from './inspect.ts'
import { requirePeer } from './peer.ts'
import type { AskedValue } from './schema.ts'

export const ask = streaming({
  summary: "Send a task to a swarm's server and follow it until it ends",
  access: 'read',
  unregistered: true,
  input: {
    swarm: requiredText('A registered swarm or a URL', { positional: true, placeholder: 'URL|SWARM' }),
    body: requiredText('The request', { positional: true, placeholder: 'TEXT', stdin: true }),
    subject: text('Subject line', { short: 's' }),
    task: text('Continue this task', { placeholder: 'ID' }),
    entrypoint: text('Address this agent', { placeholder: 'AGENT' }),
    token: text("The environment variable that holds your token (WATCHPOST_TOKEN, else the swarm's)", {
      placeholder: 'VARIABLE',
    }),
  },
  value: 'asked',
  examples: [
    ['watchpost ask http://localhost:8000 "Which tests are red?"', 'with the token in $WATCHPOST_TOKEN'],
  ],
  async *run(context, input, signal): AsyncIterable<AskedValue> {
    const { url, token } = await whereTo(context, input.swarm, input.token)
    const { body, subject, task, entrypoint } = input
    const question: JsonObject = {
      ...{ body, stream: true },
      ...(subject === undefined ? {} : { subject }),
      ...(task === undefined ? {} : { task_id: task }),
      ...(entrypoint === undefined ? {} : { entrypoint }),
    }
    const answer = await requireNetwork(context).follow(
      { url: `${url}/message`, token, body: question },
      signal,
    )
    if (answer.status !== 200) throw await refused(url, answer)
    let ended = false
    for await (const value of eventsOf(answer.lines)) {
      ended ||= value.response !== null
      if (value.event !== 'ping') yield value
      if (value.event === 'task_error') throw new MailError('partial', value.text, '')
    }
    if (!ended && !signal.aborted)
      throw new MailError(
        'not-found',
        'The connection ended before the task.',
        'The task is still running; continue it with --task.',
      )
  },
})

async function whereTo(context: Context, swarm: string, variable: string | undefined) {
  const { secret } = requireNetwork(context)
  const isUrl = swarm.includes('://')
  const peer = isUrl ? null : await requirePeer(context, swarm)
  const names =
    variable === undefined
      ? ['WATCHPOST_TOKEN', ...(peer === null ? [] : [peer.secret ?? secretVariable(peer.name)])]
      : [variable]
  const token = names.map((name) => secret(name)).find((found) => found !== null)
  if (token === undefined)
    throw new MailError(
      'not-allowed',
      `There is no token in $${names.join(' nor in $')}.`,
      'Create one on the server: `watchpost token create --role user --id NAME`.',
    )
  return { url: peer?.baseUrl ?? requireBaseUrl(swarm), token }
}

async function refused(
  url: string,
  answer: { readonly status: number; readonly lines: AsyncIterable<string> },
) {
  const lines: string[] = []
  for await (const line of answer.lines) lines.push(line)
  const value = parsed(lines.join('\n'))
  const detail = isJsonObject(value) && typeof value['detail'] === 'string' ? value['detail'] : ''
  const code = answer.status === 401 ? 'not-allowed' : answer.status === 400 ? 'usage' : 'not-found'
  return new MailError(code, `${url} answered ${answer.status}${detail === '' ? '.' : `: ${detail}`}`, '')
}

/** Events of a stream (WHATWG, server-sent events): fields by line, an empty line ends one. */
async function* eventsOf(lines: AsyncIterable<string>): AsyncIterable<AskedValue> {
  let event = 'message'
  let data: string[] = []
  for await (const line of lines) {
    if (line === '') {
      if (data.length > 0) yield askedValue(event, parsed(data.join('\n')))
      event = 'message'
      data = []
    } else if (line.startsWith('event:')) event = line.slice(6).trim()
    else if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /u, ''))
  }
}

function askedValue(event: string, data: Json): AskedValue {
  const record = isJsonObject(data) ? data : {}
  const textOf = (value: Json | undefined) => (typeof value === 'string' ? value : null)
  const response = textOf(record['response'])
  return {
    event,
    task: textOf(record['task_id']),
    text: response ?? textOf(record['description']) ?? '',
    response: event === 'task_complete' ? response : null,
  }
}
