import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { bearer } from './auth.ts'
import { listenError, requireEncrypted, urlOf } from './listening.ts'
import { loopback, requireOwnHost } from './own-host.ts'
import { openRateLimit } from './rate-limit.ts'
import { Refusal } from './refusal.ts'
import type { Tls } from './server.ts'
import { defaultLimits } from './world.ts'

export type MetricsServing = {
  readonly host: string
  readonly port: number
  readonly tls: Tls | null
  readonly insecure: boolean
  readonly now: () => number
  readonly text: () => Promise<string>
  /** Whether somebody has this token. */
  readonly isToken: (secret: string) => Promise<boolean>
}

const plain = { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' }

/**
 * Serves metrics and nothing else. On loopback everybody of this machine may read them; elsewhere a token is needed.
 * @throws MailError `not-allowed` beyond loopback without TLS, or for a login that may not read tokens · `conflict` the port is taken
 */
export async function serveMetrics(
  serving: MetricsServing,
): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  const { host, port, tls, insecure, isToken } = serving
  requireEncrypted(host, tls !== null, insecure)
  // Who may not read the tokens is told now, and not by every answer.
  if (!loopback.test(host)) await isToken('')
  const answer = answering(serving)
  const server: Server = tls === null ? createServer(answer) : createSecureServer(tls, answer)
  await new Promise<void>((listens, fails) => {
    server.once('error', fails)
    server.listen(port, host, listens)
  }).catch((error: NodeJS.ErrnoException) => {
    throw listenError(error, host, port)
  })
  const { port: bound } = server.address() as AddressInfo
  return {
    url: `${urlOf(host, bound, tls !== null)}/metrics`,
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped())
        server.closeAllConnections()
      }),
  }
}

function answering(serving: MetricsServing): RequestListener {
  const guesses = openRateLimit(defaultLimits.publicRate, serving.now)
  return (request, response) => {
    void answerTo(serving, guesses, request)
      .then((text) => response.writeHead(200, plain).end(request.method === 'HEAD' ? '' : text))
      .catch((error: unknown) => {
        const { status, detail } =
          error instanceof Refusal
            ? { status: error.status, detail: error.message }
            : { status: 503, detail: 'the store cannot be read now' }
        response.writeHead(status, plain).end(`${detail}\n`)
      })
  }
}

async function answerTo(
  { host, tls, insecure, text, isToken }: MetricsServing,
  guesses: ReturnType<typeof openRateLimit>,
  { method = '', url = '', headers, socket }: IncomingMessage,
): Promise<string> {
  requireOwnHost(tls === null && !insecure ? host : null, headers)
  if (url.split('?')[0] !== '/metrics') throw new Refusal(404, 'only /metrics is served')
  if (method !== 'GET' && method !== 'HEAD') throw new Refusal(405, 'only GET is served')
  if (loopback.test(host)) return text()
  const secret = bearer(headers.authorization)
  if (secret !== null && (await isToken(secret))) return text()
  if (guesses(socket.remoteAddress ?? '') > 0) throw new Refusal(429, 'too many requests')
  throw new Refusal(401, 'invalid token')
}
