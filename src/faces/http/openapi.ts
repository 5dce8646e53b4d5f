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
  /** What further statuses mean. */
  readonly failures?: Readonly<Record<string, string>>
}

/** These routes, and one that gives their document: it is in the document, too. */
export function withDocument(document: Document, routes: readonly Route[]): readonly Route[] {
  const documented: readonly Route[] = [
    ...routes,
    {
      method: 'GET',
      path: '/openapi.json',
      summary: 'Get this document',
      roles: 'public',
      gives: { type: 'object' },
      run: async () => openapi(document, documented),
    },
  ]
  return documented
}

/** The OpenAPI 3.1 document of these routes. */
function openapi(
  { title, version, servers, schemas, failures = {} }: Document,
  routes: readonly Route[],
): JsonObject {
  const paths: { [path: string]: { [method: string]: JsonObject } } = {}
  for (const route of routes)
    paths[templateOf(route)] = {
      ...paths[templateOf(route)],
      [route.method.toLowerCase()]: told(route, failures),
    }
  return {
    openapi: '3.1.0',
    info: { title, version },
    servers,
    components: { securitySchemes: { bearerAuth: { type: 'http', scheme: 'bearer' } }, schemas },
    paths,
  }
}

const parts = /:(\w+)/gu

function templateOf({ path }: Route): string {
  return path.replace(parts, '{$1}')
}

function told(route: Route, failures: Readonly<Record<string, string>>): JsonObject {
  const problem = (description: string): JsonObject => ({
    description,
    content: { 'application/json': { schema: reference('Problem') } },
  })
  const open = route.roles === 'public'
  const names = [...route.path.matchAll(parts)].map(([, name = '']) => name)
  return {
    summary: route.summary,
    operationId: `${route.method.toLowerCase()}${route.path.replace(/\W+/gu, '_')}`,
    ...(open ? {} : { security: [{ bearerAuth: [] }], 'x-roles': route.roles }),
    ...(names.length > 0 && {
      parameters: names.map((name) => ({ name, in: 'path', required: true, schema: text })),
    }),
    ...(route.takes !== undefined && {
      requestBody: {
        required: route.method === 'POST',
        content: {
          [route.isForm ? 'application/x-www-form-urlencoded' : 'application/json']: { schema: route.takes },
        },
      },
    }),
    responses: {
      200: { description: 'Done', content: contentOf(route) },
      400: problem('The request is malformed or cannot be carried out'),
      ...(open
        ? { 429: problem('Too many requests; see Retry-After') }
        : { 401: problem('The token is missing, invalid, or lacks the role') }),
      ...Object.fromEntries(
        Object.entries(failures).map(([status, description]) => [status, problem(description)]),
      ),
      500: problem('Internal server error'),
    },
  }
}

function contentOf({ gives, also }: Route): JsonObject {
  if (also === 'text/plain') return { 'text/plain': { schema: text } }
  const json = { 'application/json': { schema: gives } }
  return also === undefined ? json : { ...json, [also]: { schema: text } }
}
