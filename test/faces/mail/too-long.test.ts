import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { routes } from '../../../src/faces/mail/routes/routes.ts'
import { openSwarm, type Swarm } from '../../support/mail-server.ts'

const limit = 1024 * 1024
let swarm: Swarm
const tokens = new Map<string, string>()
beforeAll(async () => {
  swarm = await openSwarm('swarm-a', { limits: { bodyBytes: limit } })
  await swarm.join('boss', { canComplete: true })
  for (const [role, id] of [
    ['admin', 'root'],
    ['user', 'lea'],
    ['agent', 'swarm-b'],
  ] as const)
    tokens.set(role, await swarm.token(role, id))
})
afterAll(() => swarm.close())

/** Routes that take a body: `GET /task` is asked with one by the reference's client. */
const taking = routes.filter(({ method, takes }) => method === 'POST' || takes !== undefined)
const body = Buffer.alloc(8 * limit, 'x')
const cases = taking.flatMap(({ method, path, roles }) =>
  ['', '/compat/mail-1.3.6'].flatMap((prefix) =>
    (['by its length', 'in pieces'] as const).map((how) => ({ method, path: prefix + path, roles, how })),
  ),
)

describe('a body that is too long', () => {
  it.each(cases)(
    '$method $path, sent $how: the caller reads the answer',
    async ({ method, path, roles, how }) => {
      const token = tokens.get(roles === 'public' ? 'user' : (roles[0] ?? '')) ?? ''
      const head = [
        `${method} ${path} HTTP/1.1`,
        'host: localhost',
        `authorization: Bearer ${token}`,
        'content-type: application/json',
        how === 'in pieces' ? 'transfer-encoding: chunked' : `content-length: ${body.length}`,
      ].join('\r\n')
      const socket = connect(Number(new URL(swarm.url).port), '127.0.0.1')
      const answer = answerOn(socket)
      // It is read when all is written, as by most libraries.
      socket.pause()
      await written(socket, `${head}\r\n\r\n`)
      if (how === 'in pieces') await written(socket, `${body.length.toString(16)}\r\n`)
      await written(socket, body)
      if (how === 'in pieces') await written(socket, '\r\n0\r\n\r\n')
      socket.resume()
      expect(await answer).toMatch(/^HTTP\/1\.1 413 [\s\S]*\{"detail":"the body is too long"\}/u)
    },
  )

  it('is not read for ever', async () => {
    const socket = connect(Number(new URL(swarm.url).port), '127.0.0.1')
    const answer = answerOn(socket)
    const head = `POST /message HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${tokens.get('user')}\r\ntransfer-encoding: chunked\r\n\r\n`
    const piece = Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n')])
    await written(socket, head)
    for (let at = 0; at < 6 && !socket.destroyed; at += 1) await written(socket, piece).catch(() => undefined)
    expect(await answer).toMatch(/^(?:HTTP\/1\.1 413|closed)/u)
    expect((await swarm.call('GET', '/health')).status).toBe(200)
  })
})

function answerOn(socket: Socket): Promise<string> {
  let text = ''
  return new Promise((resolve) => {
    const done = () => resolve(text === '' ? 'closed' : text)
    socket.setEncoding('utf8').on('data', (part: string) => {
      text += part
      if (text.includes('"}')) {
        done()
        socket.destroy()
      }
    })
    socket.once('error', (error) => resolve(`${text} reset: ${error.message}`)).once('close', done)
  })
}

function written(socket: Socket, data: string | Buffer): Promise<void> {
  return new Promise((resolve, reject) =>
    socket.write(data, (error) => (error == null ? resolve() : reject(error))),
  )
}
