import { eventRoutes } from './event-routes.ts'
import { messageRoute } from './message.ts'
import { openapi } from './openapi.ts'
import { peerRoutes } from './peer-routes.ts'
import { publicRoutes } from './public-routes.ts'
import type { Route } from './route.ts'
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
export const routes: readonly Route[] = [
  ...documented,
  {
    method: 'GET',
    path: '/openapi.json',
    summary: 'Get this document',
    roles: 'public',
    gives: { type: 'object' },
    run: async () => openapi(routes),
  },
]
