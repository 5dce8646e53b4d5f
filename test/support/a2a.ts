import { randomUUID } from 'node:crypto'
import {
  AgentCard,
  ListTasksResponse,
  type Message,
  Role,
  SendMessageRequest,
  SendMessageResponse,
  StreamResponse,
  Task,
} from '@a2a-js/sdk'
import {
  type Client,
  ClientFactory,
  DefaultAgentCardResolver,
  JsonRpcTransportFactory,
} from '@a2a-js/sdk/client'
import { expect } from 'vitest'
import type { Body, Swarm } from './mail-server.ts'
import { until } from './soon.ts'

type Kind = {
  readonly fromJSON: (value: unknown) => unknown
  readonly toJSON: (value: never) => unknown
}

/** What each method answers, by the protocol's own SDK. */
const results: Readonly<Record<string, Kind>> = {
  SendMessage: SendMessageResponse,
  SendStreamingMessage: StreamResponse,
  SubscribeToTask: StreamResponse,
  GetTask: Task,
  CancelTask: Task,
  ListTasks: ListTasksResponse,
  GetExtendedAgentCard: AgentCard,
}

/** The fields that the protocol requires of each of its objects, by a field that only such an object has. */
const required: readonly (readonly [string, readonly string[]])[] = [
  ['status', ['status']],
  ['state', ['state', 'timestamp']],
  ['role', ['messageId', 'role', 'parts', 'contextId']],
  ['artifactId', ['artifactId', 'parts']],
  ['supportedInterfaces', ['name', 'description', 'version', 'capabilities', 'skills']],
  ['supportedInterfaces', ['supportedInterfaces', 'defaultInputModes', 'defaultOutputModes']],
  ['protocolBinding', ['url', 'protocolBinding', 'protocolVersion']],
  ['artifact', ['taskId', 'contextId', 'artifact']],
  ['nextPageToken', ['tasks', 'nextPageToken', 'pageSize', 'totalSize']],
]

/** The SDK reads and writes it without a change, and what the protocol requires is there. */
export function expectValid(method: string, result: unknown): void {
  const kind = results[method]
  if (kind === undefined) throw new Error(`unknown method ${method}`)
  // Lists that are empty, and texts, are left out when the SDK writes them.
  expect(withoutEmpty(kind.toJSON(kind.fromJSON(result) as never))).toEqual(withoutEmpty(result))
  expectRequired(result)
}

export function expectValidCard(card: unknown): void {
  expectValid('GetExtendedAgentCard', card)
}

function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(([name, part]) => [name, withoutEmpty(part)] as const)
  return Object.fromEntries(fields.filter(([, part]) => !isEmpty(part)))
}

function isEmpty(value: unknown): boolean {
  return value === '' || value === false || value === 0 || (Array.isArray(value) && value.length === 0)
}

function expectRequired(value: unknown): void {
  if (Array.isArray(value)) for (const one of value) expectRequired(one)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return
  for (const [sign, names] of required)
    if (sign in value) for (const name of names) expect(value).toHaveProperty(name)
  for (const part of Object.values(value)) expectRequired(part)
}

export type Rpc = { readonly status: number; readonly body: Body }

/** A call as any program makes it. Its result is checked. */
export async function rpc(
  { url }: Pick<Swarm, 'url'>,
  token: string | null,
  method: string,
  params: unknown,
  headers: Record<string, string> = {},
): Promise<Rpc> {
  const response = await fetch(`${url}/a2a`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      connection: 'close',
      'a2a-version': '1.0',
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const body: Body = await response.json()
  if (body.result !== undefined) expectValid(method, body.result)
  return { status: response.status, body }
}

/** A client of the official SDK. What it receives is checked as it comes. */
export async function a2aClient({ url }: Pick<Swarm, 'url'>, token: string): Promise<Client> {
  const checked: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('authorization', `Bearer ${token}`)
    const response = await fetch(input, { ...init, headers })
    const { method } = JSON.parse(String(init?.body))
    if (response.headers.get('content-type')?.startsWith('application/json')) {
      const { result } = await response.clone().json()
      if (result !== undefined) expectValid(method, result)
    }
    return response
  }
  const factory = new ClientFactory({
    transports: [new JsonRpcTransportFactory({ fetchImpl: checked })],
    cardResolver: new DefaultAgentCardResolver(),
  })
  return factory.createFromUrl(url)
}

/** A message of text, and more of it. */
export function message(text: string, more: Partial<Message> = {}): Message {
  return {
    messageId: randomUUID(),
    contextId: '',
    taskId: '',
    role: Role.ROLE_USER,
    extensions: [],
    referenceTaskIds: [],
    metadata: undefined,
    parts: [{ content: { $case: 'text', value: text }, metadata: undefined, filename: '', mediaType: '' }],
    ...more,
  }
}

type Configured = Partial<NonNullable<SendMessageRequest['configuration']>>

export function request(given: Message, configuration?: Configured): SendMessageRequest {
  const { message: _, ...rest } = SendMessageRequest.fromJSON({ configuration })
  return { ...rest, message: given }
}

/** The text of what the protocol calls parts. */
export function textOf(has: { readonly parts: Message['parts'] } | undefined): string | undefined {
  const [part] = has?.parts ?? []
  return part?.content?.$case === 'text' ? part.content.value : undefined
}

export const stateOf = (task: Task) => task.status?.state

/** What comes on a stream, until it ends. */
export async function all(updates: AsyncGenerator<StreamResponse>): Promise<readonly Body[]> {
  const told: Body[] = []
  for await (const { payload } of updates) told.push(shown(payload))
  return told
}

/** What a stream brought, in short. */
export function shown(payload: StreamResponse['payload']): Body {
  if (payload?.$case === 'task') return ['task', stateOf(payload.value)]
  if (payload?.$case === 'artifactUpdate') return ['result', textOf(payload.value.artifact)]
  if (payload?.$case === 'statusUpdate') {
    const { status } = payload.value
    return [status?.state, ...(status?.message === undefined ? [] : [textOf(status.message)])]
  }
  return [payload?.$case]
}

/** Waits until as many streams are open. */
export async function following(swarm: Swarm, count: number): Promise<void> {
  const told = async () => (await swarm.call('GET', '/metrics')).body.includes(`watchpost_streams ${count}\n`)
  await until(told, `${count} streams`)
}
