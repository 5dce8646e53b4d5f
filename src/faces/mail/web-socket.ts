import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { bearer, holderOf } from '../http/auth.ts'
import { requireOwnHost } from '../http/own-host.ts'
import { answerTo, Refusal } from '../http/refusal.ts'
import { people } from '../http/route.ts'
import type { World } from '../http/world.ts'
import { openMailboxStream, requireCome } from './mailbox-stream.ts'
import { statuses } from './statuses.ts'

const path = '/events'
/** Nobody has anything to say to us. */
const mostHeard = 1024
/** The subprotocols in which a browser, which can set no header, sends its token: `new WebSocket(url, ['watchpost', 'bearer.TOKEN'])`. */
const ownProtocol = 'watchpost'
const tokenProtocol = /(?:^|,)\s*bearer\.([\w-]+)\s*(?:,|$)/u
const [goingAway, policy] = [1001, 1008]

/** The same news as `/events`, one JSON text each, over WebSocket. */
export function offerWebSocket(server: Server, world: World, stopping: AbortSignal): void {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: mostHeard,
    handleProtocols: (offered) => (offered.has(ownProtocol) ? ownProtocol : false),
  })
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy())
    admit(world, request, stopping).then(
      (follow) => sockets.handleUpgrade(request, socket, head, (opened) => void follow(opened)),
      (error: unknown) => refuse(socket, error),
    )
  })
}

/** The caller, before anything is answered. @throws Refusal */
async function admit(
  world: World,
  request: IncomingMessage,
  stopping: AbortSignal,
): Promise<(socket: WebSocket) => Promise<void>> {
  const { headers } = request
  requireOwnHost(world.served, headers)
  const [asked, base] = [request.url ?? '/', 'http://localhost']
  if (!URL.canParse(asked, base)) throw new Refusal(400, 'the address cannot be read')
  const url = new URL(asked, base)
  if (url.pathname !== path) throw new Refusal(404, 'unknown route')
  const offered = tokenProtocol.exec(headers['sec-websocket-protocol'] ?? '')?.[1]
  const secret = bearer(headers.authorization) ?? offered ?? ''
  const client = await holderOf(world, secret)
  if (client === null) throw refusalOf(world, request)
  if (client.role === 'agent') throw new Refusal(401, `invalid role: this is for ${people.join(' and ')}`)
  const after = await requireCome(world, url.searchParams.get('after'))
  const gone = new AbortController()
  const signal = AbortSignal.any([stopping, gone.signal])
  const stream = openMailboxStream(world, {
    reader: { client, bearer: secret, signal },
    after,
    subjects: url.searchParams.get('subjects') === '1',
  })
  // One that never becomes a socket holds no place.
  request.socket.once('close', () => {
    gone.abort()
    stream.close()
  })
  return async (socket) => {
    let isAlive = true
    socket.on('pong', () => {
      isAlive = true
    })
    socket.on('message', () => socket.close(policy, 'nothing is taken here'))
    socket.on('error', () => socket.terminate())
    try {
      for await (const news of stream.news) {
        if (news !== null) await sent(socket, JSON.stringify(news))
        else if (!isAlive) return socket.terminate()
        else {
          isAlive = false
          socket.ping()
        }
      }
    } catch (error) {
      world.log.error('stream failed', { why: String(error) })
    } finally {
      stream.close()
      socket.close(stopping.aborted ? goingAway : policy)
    }
  }
}

/** A caller without a token gets this answer as often as one of any other route. */
function refusalOf({ guesses, addressOf }: World, request: IncomingMessage): Refusal {
  const wait = guesses(addressOf(request))
  return wait === 0 ? new Refusal(401, 'invalid token') : new Refusal(429, 'too many requests')
}

/** Nothing more is read for a caller that does not take what it has. */
function sent(socket: WebSocket, text: string): Promise<void> {
  // Where the socket is gone the call is answered with an error.
  return new Promise((resolve) => socket.send(text, () => resolve()))
}

function refuse(socket: Duplex, error: unknown): void {
  const { status, detail } = answerTo(error, statuses)
  const body = JSON.stringify({ detail })
  const head = [
    `HTTP/1.1 ${status} ${status === 401 ? 'Unauthorized' : 'Refused'}`,
    'connection: close',
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
