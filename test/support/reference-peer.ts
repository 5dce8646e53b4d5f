import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Json, JsonObject } from '../../src/domain/json.ts'

/** Where the swarm is that it answers. */
export type Home = { readonly swarm: string; readonly url: string; readonly token: string }

/**
 * A server in the dialect of the protocol's reference: optionals are `null`, each response has a request id of its own, a task
 * that ends is told to its own entrypoint, and what comes twice is done twice. Its one agent answers each request.
 */
export type Reference = {
  readonly url: string
  /** Cuts all connections off, and is away for a moment. What it was to answer is not lost. */
  restart(): Promise<void>
  close(): Promise<void>
}

const entrypoint = 'supervisor'
const away = 300
const again = 100

export async function openReference(name: string, home: Home): Promise<Reference> {
  const owed: JsonObject[] = []
  let server: Server | null = null
  let port = 0
  let isOver = false

  async function open(): Promise<void> {
    const opened = createServer(async (request, response) => {
      const answer = (status: number, body: JsonObject) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      if (request.method === 'GET') return answer(200, rootOf(name))
      const { message } = (await bodyOf(request)) as { message: JsonObject }
      const payload = message['payload'] as JsonObject
      if (message['msg_type'] === 'request') owed.push(responseTo(name, home, message, payload))
      const task_id = payload['task_id'] ?? ''
      return answer(200, {
        swarm: name,
        status: 'success',
        task_id,
        local_runner: `swarm:${home.swarm}@${name}`,
      })
    })
    await new Promise<void>((resolve) => opened.listen(port, '127.0.0.1', resolve))
    port = (opened.address() as AddressInfo).port
    server = opened
  }

  async function shut(): Promise<void> {
    const closing = server
    server = null
    closing?.closeAllConnections()
    await new Promise((resolve) => (closing === null ? resolve(null) : closing.close(resolve)))
  }

  /** Says what it owes until it is taken. */
  async function speak(): Promise<void> {
    while (!isOver) {
      const [first] = server === null ? [] : owed
      const taken = first === undefined ? false : await send(home, first)
      if (taken) owed.shift()
      else await new Promise((resolve) => setTimeout(resolve, again))
    }
  }

  await open()
  const speaking = speak()
  return {
    url: `http://127.0.0.1:${port}`,
    async restart() {
      await shut()
      await new Promise((resolve) => setTimeout(resolve, away))
      await open()
    },
    async close() {
      isOver = true
      await speaking
      await shut()
    },
  }
}

function rootOf(name: string): JsonObject {
  return {
    name: 'mail',
    protocol_version: '1.3',
    status: 'running',
    uptime: 1,
    swarm: { name, version: '1.3', description: 'played', entrypoint, keywords: [], public: true },
  }
}

function responseTo(name: string, home: Home, message: JsonObject, payload: JsonObject): JsonObject {
  const owner = message['task_owner'] ?? ''
  const number = /\d+/u.exec(String(payload['body']))?.[0] ?? ''
  return {
    message_id: randomUUID(),
    source_swarm: name,
    target_swarm: home.swarm,
    msg_type: 'response',
    timestamp: new Date().toISOString().replace('Z', '+00:00'),
    task_owner: owner,
    task_contributors: [owner, `swarm:${home.swarm}@${name}`],
    auth_token: null,
    metadata: null,
    payload: {
      task_id: payload['task_id'] ?? '',
      request_id: randomUUID(),
      sender: { address_type: 'agent', address: `helper@${name}` },
      recipient: (payload['sender'] ?? null) as Json,
      subject: `Re: ${String(payload['subject'])}`,
      body: `done ${number}`,
      sender_swarm: name,
      recipient_swarm: null,
      routing_info: null,
    },
  }
}

async function send({ url, token }: Home, message: JsonObject): Promise<boolean> {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    connection: 'close',
  }
  const body = JSON.stringify({ message })
  return fetch(`${url}/interswarm/back`, { method: 'POST', headers, body }).then(
    // A refusal does not get better by asking again.
    ({ status }) => status < 500,
    () => false,
  )
}

async function bodyOf(request: IncomingMessage): Promise<JsonObject> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  return JSON.parse(text) as JsonObject
}
