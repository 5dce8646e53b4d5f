import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { JsonObject } from '../../src/domain/json.ts'
import type { Peer } from '../../src/domain/peer.ts'

export function peerOf(name: string, baseUrl: string): Peer {
  return {
    name,
    baseUrl,
    version: '1.3',
    description: '',
    keywords: [],
    metadata: null,
    public: false,
    volatile: false,
    secret: null,
    active: true,
    lastSeen: 0,
    registeredAt: 0,
  }
}

export type Came = {
  readonly path: string
  readonly token: string | null
  readonly body: JsonObject
}

/** A server of another swarm in the dialect of the protocol's reference, which keeps what it is sent. */
export type PlayedPeer = {
  readonly url: string
  readonly came: readonly Came[]
  /** What it answers to parcels from now on. */
  answer: (came: Came) => { readonly status: number; readonly body: JsonObject }
  close(): Promise<void>
}

export async function openPeer(name = 'swarm-b'): Promise<PlayedPeer> {
  const came: Came[] = []
  const root = {
    name: 'mail',
    protocol_version: '1.3',
    swarm: { name, version: '1.3', description: 'played', entrypoint: 'boss', keywords: ['k'], public: true },
    status: 'running',
    uptime: 1,
  }
  const server = createServer(async (request, response) => {
    const answer = (status: number, body: JsonObject) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (request.method === 'GET') return answer(200, request.url === '/health' ? { status: 'ok' } : root)
    const token = request.headers.authorization?.replace('Bearer ', '') ?? null
    const one = { path: request.url ?? '', token, body: await bodyOf(request) }
    came.push(one)
    const { status, body } = peer.answer(one)
    return answer(status, body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const peer: PlayedPeer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    came,
    answer: () => ({ status: 200, body: { swarm: name, status: 'success', task_id: '', local_runner: '' } }),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return peer
}

async function bodyOf(request: IncomingMessage): Promise<JsonObject> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  return JSON.parse(text) as JsonObject
}
