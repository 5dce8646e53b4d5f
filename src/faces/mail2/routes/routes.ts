import { withDocument } from '../../http/openapi.ts'
import type { Route } from '../../http/route.ts'
import { prefix } from '../prefix.ts'
import { schemas } from '../schemas.ts'
import { authRoutes } from './auth-routes.ts'
import { boxRoutes } from './box-routes.ts'
import { draftRoutes } from './draft-routes.ts'
import { listRoutes } from './list-routes.ts'
import { publicRoutes } from './public-routes.ts'
import { unsupportedRoutes } from './unsupported-routes.ts'

const supported: readonly Route[] = [
  ...publicRoutes,
  ...authRoutes,
  ...boxRoutes,
  ...draftRoutes,
  ...listRoutes,
]

/** What is done here; the document of the protocol itself has the rest. */
const documented = withDocument(
  {
    title: 'Mailboxes of Watchpost',
    version: '2.0',
    servers: [{ url: prefix, description: 'as specified in MAIL 2.0' }],
    schemas,
    failures: {
      403: 'The token is of another swarm, or this is nothing that a person may do',
      404: 'There is no such thing of yours',
      409: 'It was changed or sent meanwhile, or goes on elsewhere',
      422: 'A part of the request is not as the protocol has it',
    },
  },
  supported,
)

/** Every route: a path outside this list is not answered. */
export const routes: readonly Route[] = [...documented, ...unsupportedRoutes]
