import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unlisted } from '../../src/domain/roster.ts'
import { defaultSettings } from '../../src/domain/settings/settings.ts'
import type { TokenRole } from '../../src/domain/token.ts'
import { network } from '../../src/drivers/network.ts'
import { httpFaces } from '../../src/entry/http-faces.ts'
import { type Served, type Serving, startServer } from '../../src/faces/http/start.ts'
import { type Mailbox, openMailbox } from '../../src/mailbox.ts'
import { openServerMailbox } from '../../src/server-mailbox.ts'
import type { Context } from '../../src/services/context.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts'
import { person } from './identities.ts'
import { patience } from './patience.ts'

// What a server answers is checked by its schemas elsewhere.
// biome-ignore lint/suspicious/noExplicitAny: the body of any answer
export type Body = any
export type Answered = { readonly status: number; readonly body: Body; readonly headers: Headers }

export { follow, type Streamed } from './mail-stream.ts'

/** A swarm with its store and its server, on a port of its own. */
export type Swarm = {
  readonly name: string
  readonly context: Context
  readonly url: string
  /** What the server told. */
  readonly told: string[]
  as(address: string): Promise<Mailbox>
  join(
    address: string,
    more?: { readonly canComplete?: boolean; readonly talksTo?: readonly string[] },
  ): Promise<Mailbox>
  token(role: TokenRole, id: string): Promise<string>
  call(method: string, path: string, token?: string | null, body?: unknown): Promise<Answered>
  /** Waits until the agent has unread mail, takes it as read, and gives it. */
  next(address: string): Promise<Body>
  stopServer(): Promise<void>
  /** `context`: what the mailbox of the server is opened with instead. */
  startServer(more?: Partial<Serving>, context?: Partial<Context>): Promise<void>
  close(): Promise<void>
}

type Wanted = Partial<Serving> & {
  /** The server's clock. */
  readonly now?: () => number
}

export async function openSwarm(name: string, { now = Date.now, ...more }: Wanted = {}): Promise<Swarm> {
  const folder = mkdtempSync(join(tmpdir(), 'watchpost-mail-'))
  const store = await openSqliteStore(join(folder, 'store'), {
    create: true,
    durability: 'normal',
    swarm: name,
  })
  const keeper = unlisted('keeper', null, 'user', Date.now())
  const context: Context = {
    store,
    actor: keeper,
    how: 'person',
    principal: null,
    session: null,
    swarm: name,
    identity: person,
    origin: null,
    command: 'serve',
    settings: defaultSettings,
    network,
    now: Date.now,
  }
  const told: string[] = []
  let served: Served | undefined
  let port = 0
  const swarm: Swarm = {
    name,
    context,
    told,
    get url() {
      return `http://127.0.0.1:${port}`
    },
    async as(address) {
      const actor = await store.roster.find(address)
      if (actor === null) throw new Error(`${address} is not registered`)
      return openMailbox({ ...context, actor })
    },
    async join(address, fields = {}) {
      await openMailbox(context).registerAgent({ agent: address, ...fields })
      return swarm.as(address)
    },
    token: async (role, id) => (await openMailbox(context).createToken({ role, id })).token,
    async call(method, path, token = null, body) {
      const response = await fetch(swarm.url + path, {
        method,
        headers: { connection: 'close', ...(token !== null && { authorization: `Bearer ${token}` }) },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      const text = await response.text()
      const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
      return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
    },
    async next(address) {
      const mailbox = await swarm.as(address)
      const offer = await mailbox.wait({
        timeout: patience,
        take: true,
        kind: ['request', 'response', 'broadcast', 'interrupt'],
      })
      await offer.settle()
      return offer.value.message
    },
    async stopServer() {
      await served?.stop()
      served = undefined
    },
    async startServer(changed = {}, other = {}) {
      // As the program does: who started the server says nothing of who asks it.
      const { identity: _, ...far } = context
      served = await startServer(
        { mailbox: openServerMailbox({ ...far, ...other }), swarm: name, network, now },
        {
          host: '127.0.0.1',
          port,
          tls: null,
          insecure: false,
          entrypoint: 'boss',
          watchEvery: 200,
          version: '1.2.3',
          terminal: null,
          write: (text: string) => void told.push(text),
          ...more,
          ...changed,
        },
        httpFaces,
      )
      port = Number(new URL(served.url).port)
    },
    async close() {
      await swarm.stopServer()
      await store.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  await swarm.startServer()
  return swarm
}

/** Two swarms that know each other. */
export async function introduce(one: Swarm, other: Swarm): Promise<void> {
  const admin = await one.token('admin', 'root')
  const theirs = await other.token('agent', one.name)
  const fields = { name: other.name, base_url: other.url, auth_token: theirs }
  const register = () => one.call('POST', '/swarms', admin, fields)
  // A connection kept from before a server began anew is noticed by who uses it.
  const { status, body } = await register().catch(register)
  if (status !== 200) throw new Error(JSON.stringify(body))
}

export const newTask = () => randomUUID()
