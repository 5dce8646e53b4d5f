import type { Face } from '../http/face.ts'
import { openWatch } from './interswarm/peers.ts'
import { openRouter } from './interswarm/router.ts'
import { compatiblePrefix } from './prefixes.ts'
import { routes } from './routes/routes.ts'
import { statuses } from './statuses.ts'
import { offerWebSocket } from './web-socket.ts'

/** MAIL 1.3, with the mail between swarms. */
export const mailFace: Face = {
  prefixes: ['', compatiblePrefix],
  routes,
  statuses,
  strangeRole: { status: 401, detail: 'invalid role' },
  problem: ({ detail }) => ({ detail }),
  offer: offerWebSocket,
  begin(world, { lookEvery, watchEvery }) {
    const [router, watch] = [openRouter(world, lookEvery), openWatch(world, watchEvery)]
    return {
      async stop() {
        await Promise.all([router.stop(), watch.stop()])
      },
    }
  },
}
