import { openPostgresStore } from '../../store/postgres/postgres-store.ts'
import { withPostgres } from '../support/postgres.ts'
import { endurance } from '../support/scale.ts'
import { describeStore, type Table } from './conformance.ts'
import { openings } from './fixture.ts'

const moving: readonly Table[] = [
  'messages',
  'moves',
  'mail that comes back',
  'holds',
  'queues',
  'turns of a queue',
]

const ways: readonly [
  name: string,
  options: { readonly isStepwise?: boolean; readonly connections?: number },
  chosen: readonly Table[],
][] = [
  ['PostgreSQL, step by step', { isStepwise: true }, moving],
  // What waits within a change for another connection waits for itself here.
  [
    'PostgreSQL, with one connection',
    { connections: 1 },
    ['messages', 'holds', 'roster', 'queues', 'search'],
  ],
]

await withPostgres((server) => {
  for (const [name, options, chosen] of ways)
    describeStore(
      name,
      async () => {
        const address = await server.fresh()
        const open = () => openPostgresStore(address, { create: false, ...options })
        return openings(open, () => server.recycle(address))
      },
      endurance ? undefined : chosen,
    )
})
