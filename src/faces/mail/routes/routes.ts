import { withDocument } from '../../http/openapi.ts'
import type { Route } from '../../http/route.ts'
import { compatiblePrefix } from '../prefixes.ts'
import { eventRoutes } from './event-routes.ts'
import { messageRoute } from './message.ts'
import { peerRoutes } from './peer-routes.ts'
import { publicRoutes } from './public-routes.ts'
import { mailSchemas } from './schemas.ts'
import { swarmRoutes } from './swarm-routes.ts'
import { taskRoutes } from './task-routes.ts'

const documented: readonly Route[] = [
  ...publicRoutes,
  messageRoute,
  ...swarmRoutes,
  ...peerRoutes,
  ...taskRoutes,
  ...eventRoutes,
]

/** Every route: a path outside this list is neither answered nor documented. */
export const routes = withDocument(
  {
    title: 'MAIL server of Watchpost',
    version: '1.3',
    servers: [
      { url: '/', description: 'as specified in MAIL 1.3' },
      { url: compatiblePrefix, description: 'for servers that expect the whole swarm under GET /' },
    ],
    schemas: mailSchemas,
  },
  documented,
)
