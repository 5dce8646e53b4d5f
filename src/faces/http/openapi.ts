import type { JsonObject } from '../../domain/json.ts'
import type { Route } from './route.ts'
import { reference, text } from './shapes.ts'

/** What an OpenAPI document says beside its routes. */
export type Document = {
  readonly title: string
  readonly version: string
  readonly servers: readonly JsonObject[]
  /** Among them `Problem`, the body of an answer other than success. */
  readonly schemas: Readonly<Record<string, JsonObject>>
}

/** The OpenAPI 3.1 document of these routes. */
export function openapi(
  { title, version, servers, schemas }: Document,
  routes: readonly Route[],
): JsonObject {
  const paths: { [path: string]: { [method: string]: JsonObject } } = {}
  for (const route of routes)
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: told(route) }
  return {
    openapi: '3.1.0',
    info: { title, version },
    servers,
    components: { securitySchemes: { bearerAuth: { type: 'http', scheme: 'bearer' } }, schemas },
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
