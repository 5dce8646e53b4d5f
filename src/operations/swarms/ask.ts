import { pause } from '../../after.ts'
import { isMailError, MailError } from '../../domain/errors.ts'
import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import { mayCarrySecret, requireBaseUrl, secretVariable } from '../../domain/peer.ts'
import { flag, requiredText, text } from '../../input/input.ts'
import type { Context } from '../../services/context.ts'
import type { NetworkDriver } from '../../services/network-driver.ts'
import { parsed, requireNetwork } from '../../services/swarms/inspect.ts'
import { requirePeer } from '../../services/swarms/peer.ts'
import type { AskedValue } from '../../values/swarms-schema.ts'
import { streaming } from '../operation.ts'

export const ask = streaming({
  summary: "Send a task to a swarm's server and follow it until it ends",
  access: 'read',
  unregistered: true,
  input: {
    swarm: requiredText('A registered swarm or a URL', { positional: true, placeholder: 'URL|SWARM' }),
    body: text('The request; without one, --task ID is only followed', {
      positional: true,
      placeholder: 'TEXT',
      stdin: true,
    }),
    subject: text('Subject line', { short: 's' }),
    task: text('Continue this task', { placeholder: 'ID' }),
    entrypoint: text('Address this agent', { placeholder: 'AGENT' }),
    token: text("The environment variable that holds your token (a swarm's own; WATCHPOST_TOKEN for a URL)", {
      placeholder: 'VARIABLE',
    }),
    insecure: flag('Send the token over plain HTTP beyond this machine'),
  },
  value: 'asked',
  examples: [
    ['watchpost ask http://localhost:8000 "Which tests are red?"', 'with the token in $WATCHPOST_TOKEN'],
  ],
  async *run(context, input, signal): AsyncIterable<AskedValue> {
    const { body, subject, task, entrypoint } = input
    if (body === undefined && task === undefined)
      throw new MailError('usage', 'The request is missing.', 'Give a text, or --task ID to follow a task.')
    const where = await whereTo(context, input.swarm, input.token, input.insecure ?? false)
    const question: JsonObject = {
      ...(body === undefined ? {} : { body }),
      ...(subject === undefined ? {} : { subject }),
      ...(entrypoint === undefined ? {} : { entrypoint }),
    }
    const begun = { task: task ?? null, at: body === undefined ? currentTurn : null }
    yield* followOn(requireNetwork(context), { ...where, question, ...begun }, signal)
  },
})

/** Where a stream has no event yet: what was written in the task since it ended last. */
const currentTurn = '0-0'
/** A stream that breaks off is taken up again so often without anything new, and after so long, ms. */
const mostTries = 10
const betweenTries = 1_000

type Asking = {
  readonly url: string
  readonly token: string
  readonly question: JsonObject
  readonly task: string | null
  /** The id of the last event; `null` before the first. */
  readonly at: string | null
}

/** Follows a task over connections that break off: each goes on after the last event, and writes nothing again. */
async function* followOn(
  network: NetworkDriver,
  { url, token, question, task: named, at: since }: Asking,
  signal: AbortSignal,
): AsyncIterable<AskedValue> {
  let [task, at] = [named, since]
  for (let tries = 1; !signal.aborted; tries += 1) {
    const inTask = task === null ? {} : { task_id: task }
    const body = { ...(at === null ? question : {}), ...inTask, stream: true }
    try {
      const answer = await network.follow({ url: `${url}/message`, token, body, since: at }, signal)
      if (answer.status !== 200) throw await refused(url, answer)
      for await (const { value, id } of eventsOf(answer.lines)) {
        ;[task, at, tries] = [value.task ?? task, id ?? at, 0]
        if (value.event !== 'ping') yield value
        if (value.event === 'task_error') throw new MailError('partial', value.text, '')
        if (value.response !== null) return
      }
    } catch (error) {
      if (!isBroken(error) || at === null || tries >= mostTries) throw error
    }
    if (signal.aborted) return
    if (at === null || task === null || tries >= mostTries) throw brokenOff(task)
    await pause(betweenTries)
  }
}

function isBroken(error: unknown): boolean {
  return isMailError(error) && (error.code === 'not-found' || error.code === 'timeout')
}

function brokenOff(task: string | null): MailError {
  return new MailError(
    'not-found',
    'The connection ended before the task.',
    task === null
      ? 'The task may still be running.'
      : `The task ${task} is still running; follow it with --task ${task}.`,
  )
}

async function whereTo(context: Context, swarm: string, variable: string | undefined, insecure: boolean) {
  const { secret } = requireNetwork(context)
  const isUrl = swarm.includes('://')
  const peer = isUrl ? null : await requirePeer(context, swarm)
  const names =
    variable === undefined
      ? [peer === null ? 'WATCHPOST_TOKEN' : (peer.secret ?? secretVariable(peer.name))]
      : [variable]
  const token = names.map((name) => secret(name)).find((found) => found !== null)
  if (token === undefined)
    throw new MailError(
      'not-allowed',
      `There is no token in $${names.join(' nor in $')}.`,
      'Create one on the server: `watchpost token create --role user --id NAME`.',
    )
  const url = peer?.baseUrl ?? requireBaseUrl(swarm)
  if (!insecure && !mayCarrySecret(url))
    throw new MailError(
      'not-allowed',
      `${url} is plain HTTP, and your token would be sent unencrypted.`,
      'Use https, or add --insecure if the network is yours.',
    )
  return { url, token }
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
async function* eventsOf(
  lines: AsyncIterable<string>,
): AsyncIterable<{ readonly value: AskedValue; readonly id: string | null }> {
  let event = 'message'
  let id: string | null = null
  let data: string[] = []
  for await (const line of lines) {
    if (line === '') {
      if (data.length > 0) yield { value: askedValue(event, parsed(data.join('\n'))), id }
      event = 'message'
      id = null
      data = []
    } else if (line.startsWith('event:')) event = line.slice(6).trim()
    else if (line.startsWith('id:')) id = line.slice(3).trim()
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
