import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Json } from '../../domain/json.ts'
import { type Admission, openAdmission } from './admission.ts'
import { drain, parseBody, parseForm } from './body.ts'
import type { Face } from './face.ts'
import { requireOwnHost } from './own-host.ts'
import { methodsAt, placeOf } from './paths.ts'
import { answerTo, isTooLong, Refusal } from './refusal.ts'
import type { Route } from './route.ts'
import type { World } from './world.ts'

export type Tls = { readonly cert: string; readonly key: string }

/** The routes of all faces on one server, not yet listening. `stopping` aborts what still waits. */
export function buildServer(
  world: World,
  faces: readonly Face[],
  tls: Tls | null,
  stopping: AbortSignal,
): FastifyInstance {
  const app = Fastify({
    bodyLimit: world.limits.bodyBytes,
    // Slow callers are disconnected.
    requestTimeout: 60_000,
    forceCloseConnections: 'idle',
    // A name in a path may be long.
    routerOptions: { maxParamLength: 4096 },
    // A path that no router can read comes by no route and no hook.
    frameworkErrors: (error, request, reply) => refusePath(world, faces, request, reply, error),
    ...(tls !== null && { https: { ...tls } }),
  }) as unknown as FastifyInstance
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, ({ routeOptions }, text, done) => {
    const { isForm } = routeOptions.config as Partial<Pick<Route, 'isForm'>>
    try {
      done(null, isForm ? parseForm(String(text)) : parseBody(String(text)))
    } catch (error) {
      done(error as Error, undefined)
    }
  })
  const fail = (request: FastifyRequest, reply: FastifyReply, error: unknown) =>
    refuse(world, placeOf(faces, request.url).face, request, reply, error)
  app.setErrorHandler(async (error, request, reply) => {
    if (isTooLong(error)) await drain(request.raw, world.limits.bodyBytes)
    return fail(request, reply, error)
  })
  // Before its body is read.
  app.addHook('onRequest', async (request, reply) => {
    requireOwnHost(world.served, request.headers)
    if (request.is404) throw unknownRoute(faces, request, reply)
  })
  app.setNotFoundHandler((request, reply) => fail(request, reply, unknownRoute(faces, request, reply)))
  const admission = openAdmission(world)
  // A signal looks through all its listeners for each one more: streams are many.
  const leaving = new Set<() => void>()
  stopping.addEventListener('abort', () => {
    for (const leave of leaving) leave()
  })
  for (const face of faces)
    for (const prefix of face.prefixes)
      for (const route of face.routes)
        addRoute(app, world, { face, route, prefix, admission, stopping, leaving })
  app.addHook('onResponse', async (request, reply) => noteAnswer(world, request, reply))
  return app
}

function noteAnswer(world: World, { method, routeOptions }: FastifyRequest, reply: FastifyReply): void {
  const [route, status] = [`${method} ${routeOptions.url ?? 'unknown'}`, reply.statusCode]
  world.metrics.count('requests', `{route="${route}",status="${status}"}`)
  world.log.info('request', { route, status, milliseconds: Math.round(reply.elapsedTime) })
}

function refusePath(
  world: World,
  faces: readonly Face[],
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
): void {
  const { face } = placeOf(faces, request.url)
  reply.raw.once('finish', () => noteAnswer(world, request, reply))
  try {
    requireOwnHost(world.served, request.headers)
    refuse(world, face, request, reply, error)
  } catch (refusal) {
    refuse(world, face, request, reply, refusal)
  }
}

function unknownRoute(faces: readonly Face[], { url, method }: FastifyRequest, reply: FastifyReply): Refusal {
  const { face, path } = placeOf(faces, url)
  const allowed = methodsAt(face, path)
  if (allowed.length === 0) return new Refusal(404, 'unknown route')
  reply.header('allow', allowed.join(', '))
  return new Refusal(405, `${method} is not allowed on this route; use ${allowed.join(' or ')}`)
}

type Placed = {
  readonly face: Face
  readonly route: Route
  readonly prefix: string
  readonly admission: Admission
  readonly stopping: AbortSignal
  /** Ends each running request when the server stops. */
  readonly leaving: Set<() => void>
}

function addRoute(app: FastifyInstance, world: World, placed: Placed): void {
  const { face, route, prefix, admission, stopping, leaving } = placed
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const client = admission.clientOf(request)
    const gone = new AbortController()
    const leave = () => gone.abort()
    leaving.add(leave)
    request.raw.socket.once('close', leave)
    try {
      const value = await route.run(world, {
        client,
        body: request.body as Json | undefined,
        query: request.query as Readonly<Record<string, unknown>>,
        params: request.params as Readonly<Record<string, string>>,
        request,
        reply,
        prefix,
        signal: stopping.aborted ? AbortSignal.abort() : gone.signal,
      })
      if (value === undefined) return reply
      if (typeof value === 'string') return await reply.type('text/plain; version=0.0.4').send(value)
      return await reply.type('application/json').send(JSON.stringify(value))
    } finally {
      leaving.delete(leave)
      request.raw.socket.off('close', leave)
    }
  }
  const onRequest = (request: FastifyRequest, reply: FastifyReply) =>
    admission.admit(face, route, request, reply)
  for (const url of pathsOf(prefix, route))
    app.route({ method: route.method, url, onRequest, handler: answer, config: { isForm: route.isForm } })
}

/** The root of a prefix is asked with and without a slash at its end. */
function pathsOf(prefix: string, { path }: Route): readonly string[] {
  return prefix !== '' && path === '/' ? [prefix, `${prefix}/`] : [`${prefix}${path}`]
}

function refuse(
  world: World,
  { statuses, problem }: Face,
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
): void {
  const answer = answerTo(error, statuses)
  const { status } = answer
  // A refusal on purpose, such as that a task goes on without its caller, is not a fault.
  if (status >= 500 && !(error instanceof Refusal))
    world.log.error('failed', {
      route: `${request.method} ${request.url}`,
      why: error instanceof Error ? (error.stack ?? error.message) : String(error),
    })
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  if (status === 503) reply.header('retry-after', 1)
  reply
    .code(status)
    .type('application/json')
    .send(JSON.stringify(problem(answer)))
}
