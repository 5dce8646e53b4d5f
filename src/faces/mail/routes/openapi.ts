import type { JsonObject } from '../../../domain/json.ts'
import type { Route } from './route.ts'
import { mailSchemas } from './schemas.ts'
import { reference, text } from './shapes.ts'

/** The OpenAPI 3.1 document of these routes. */
export function openapi(routes: readonly Route[]): JsonObject {
  const paths: { [path: string]: { [method: string]: JsonObject } } = {}
  for (const route of routes)
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: told(route) }
  return {
    openapi: '3.1.0',
    info: { title: 'MAIL server of Watchpost', version: '1.3' },
    servers: [
      { url: '/', description: 'as specified in MAIL 1.3' },
      { url: '/compat/mail-1.3.6', description: 'for servers that expect the whole swarm under GET /' },
    ],
    components: {
      securitySchemes: { bearerAuth: { type: 'http', scheme: 'bearer' } },
      schemas: mailSchemas,
    },
    paths,
  }
}

function told(route: Route): JsonObject {
  const problem = (description: string): JsonObject => ({
    description,
    content: { 'application/json': { schema: reference('Problem') } },
  })
  const open = route.roles === 'public'
  return {
    summary: route.summary,
    operationId: `${route.method.toLowerCase()}${route.path.replace(/\W+/gu, '_')}`,
    ...(open ? {} : { security: [{ bearerAuth: [] }], 'x-roles': route.roles }),
    ...(route.takes !== undefined && {
      requestBody: {
        required: route.method === 'POST',
        content: { 'application/json': { schema: route.takes } },
      },
    }),
    responses: {
      200: { description: 'Done', content: contentOf(route) },
      400: problem('The request is malformed or cannot be carried out'),
      ...(open
        ? { 429: problem('Too many requests; see Retry-After') }
        : { 401: problem('The token is missing, invalid, or lacks the role') }),
      500: problem('Internal server error'),
    },
  }
}

function contentOf({ gives, also }: Route): JsonObject {
  if (also === 'text/plain') return { 'text/plain': { schema: text } }
  const json = { 'application/json': { schema: gives } }
  return also === undefined ? json : { ...json, [also]: { schema: text } }
}
