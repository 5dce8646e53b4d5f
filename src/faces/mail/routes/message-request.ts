import { isJsonObject, type Json, type JsonObject, jsonFlaw } from '../../../domain/json.ts'
import { readBody } from '../../http/fields.ts'
import { badRequest } from '../../http/refusal.ts'
import type { Call } from '../../http/route.ts'

const asked = ['request', 'broadcast', 'interrupt'] as const
const resumptions = ['user_response', 'breakpoint_tool_call'] as const

/** The body of `POST /message`, read. */
export type MessageRequest = {
  readonly body: string | undefined
  readonly subject: string
  readonly kind: (typeof asked)[number]
  readonly task: string | undefined
  readonly entrypoint: string | undefined
  readonly showEvents: boolean
  readonly stream: boolean
  readonly resumeFrom: (typeof resumptions)[number] | null
  readonly maxSteps: number | null | undefined
  readonly results: Json | undefined
  /** The agent that called the breakpoint tools, where the caller knows it better than the task. */
  readonly resultsFor: string | undefined
  /** Of a broken stream: the caller's message, and the last event that arrived. */
  readonly since: { readonly own: number; readonly after: number } | null
}

/** @throws Refusal 400 */
export function readRequest({ body, request }: Call): MessageRequest {
  const fields = readBody(body)
  const kwargs: JsonObject = fields.object('kwargs') ?? {}
  const since = sinceOf(request.headers['last-event-id'])
  const resumeFrom = fields.word('resume_from', resumptions) ?? null
  const text = fields.text('body', 'message')
  const needless = resumeFrom === 'breakpoint_tool_call' || since !== null
  if (!needless && (text ?? '').trim() === '')
    throw badRequest('no message provided: body or message is missing')
  return {
    body: text,
    subject: fields.text('subject') ?? 'New Message',
    kind: fields.word('msg_type', asked) ?? 'request',
    task: fields.text('task_id'),
    entrypoint: fields.text('entrypoint'),
    showEvents: fields.flag('show_events'),
    stream: fields.flag('stream'),
    resumeFrom,
    maxSteps: stepsIn(kwargs),
    results: kwargs['breakpoint_tool_call_result'] ?? undefined,
    resultsFor: readBody(kwargs).text('breakpoint_tool_caller'),
    since,
  }
}

function stepsIn(kwargs: JsonObject): number | null | undefined {
  if (!Object.hasOwn(kwargs, 'max_steps')) return undefined
  const steps = kwargs['max_steps'] ?? null
  if (steps === null || (typeof steps === 'number' && Number.isSafeInteger(steps) && steps > 0)) return steps
  throw badRequest('max_steps must be a whole number above 0')
}

function sinceOf(header: string | readonly string[] | undefined): MessageRequest['since'] {
  if (header === undefined) return null
  const [, own, after] = /^(\d{1,15})-(\d{1,15})(?:-end)?$/u.exec(String(header)) ?? []
  if (own === undefined || after === undefined) throw badRequest('Last-Event-ID is not the id of an event')
  return { own: Number(own), after: Number(after) }
}

/**
 * Results of breakpoint tools, in the order of the calls: an object for one call, a list with their `call_id`s for
 * several, or either as JSON text. @throws Refusal 400
 */
export function resultsOf(given: Json | undefined, calls: readonly JsonObject[]): readonly JsonObject[] {
  const value = typeof given === 'string' ? parsed(given) : given
  if (value === undefined) throw badRequest('kwargs.breakpoint_tool_call_result is missing')
  const [only] = calls
  if (isJsonObject(value)) {
    if (calls.length !== 1 || only === undefined)
      throw badRequest(`there are ${calls.length} calls: the results must be a list, each with a call_id`)
    return [{ call_id: only['call_id'] ?? '', content: contentOf(value) }]
  }
  if (!Array.isArray(value)) throw badRequest('breakpoint_tool_call_result must be an object or a list')
  const results = (value as readonly Json[]).map((one) => {
    if (isJsonObject(one) && typeof one['call_id'] === 'string') return one
    throw badRequest('each result must be an object with its call_id')
  })
  return calls.map((call) => {
    const found = results.find((one) => one['call_id'] === call['call_id'])
    if (found === undefined) throw badRequest(`there is no result for the call ${String(call['call_id'])}`)
    return { call_id: call['call_id'] ?? '', content: contentOf(found) }
  })
}

function contentOf(result: JsonObject): Json {
  const content = result['content']
  if (content === undefined) throw badRequest('a result has no content')
  return content
}

function parsed(text: string): Json {
  let value: Json
  try {
    value = JSON.parse(text) as Json
  } catch {
    throw badRequest('breakpoint_tool_call_result is not JSON')
  }
  const flaw = jsonFlaw(value)
  if (flaw !== null) throw badRequest(`breakpoint_tool_call_result has ${flaw}`)
  return value
}
