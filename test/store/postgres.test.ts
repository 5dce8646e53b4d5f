import { openPostgresStore } from '../../store/postgres/postgres-store.ts'
import { withPostgres } from '../support/postgres.ts'
import { describeStore } from './conformance.ts'
import { openings } from './fixture.ts'

await withPostgres((server) =>
  describeStore('PostgreSQL', async () => {
    const address = await server.fresh()
    const open = () => openPostgresStore(address, { create: false })
    return openings(open, () => server.recycle(address))
  }),
)
