import type { ChannelStatus } from '../../../src/domain/channel.ts'
import { MailError } from '../../../src/domain/errors.ts'
import type { Place, PlaceType } from '../../../src/domain/places.ts'
import type { QueueStatus } from '../../../src/domain/queue.ts'
import type { Connection } from '../connection.ts'
import { sideBySide } from '../side-by-side.ts'
import type { Work } from '../work.ts'
import { subscribersOf } from './channel-rows.ts'

type Row = {
  readonly type: PlaceType
  readonly name: string
  readonly id: number
  readonly status: string
  readonly members: string
}

const named = 'WHERE name IN (SELECT value FROM texts(@names))'
const placesSql = `SELECT 'group' AS type, name, 0 AS id, '' AS status, members FROM groups ${named}
UNION ALL SELECT 'queue', name, agent_id, status, '' FROM queues ${named}
UNION ALL SELECT 'channel', name, id, status, '' FROM channels ${named}`

/** Every group, queue and channel by these names, in the order of these. */
export function* placesNamed(connection: Connection, names: readonly string[]): Work<readonly Place[]> {
  if (names.length === 0) return []
  const rows = yield* connection.rows<Row>(placesSql, { names: JSON.stringify(names) })
  const inOrder = rows.toSorted((one, other) => names.indexOf(one.name) - names.indexOf(other.name))
  return yield* sideBySide(connection, inOrder, (each, row) => placeOfRow(each, row))
}

function* placeOfRow(connection: Connection, { type, name, id, status, members }: Row): Work<Place> {
  switch (type) {
    case 'group':
      return { type, name, members: JSON.parse(members) as readonly string[] }
    case 'queue':
      return { type, name, status: status as QueueStatus }
    case 'channel':
      return {
        type,
        name,
        status: status as ChannelStatus,
        subscribers: yield* subscribersOf(connection, id),
      }
  }
}

export function placeTaken(type: PlaceType, name: string): MailError {
  return new MailError(
    'conflict',
    `The ${type} ${name} already exists.`,
    `See it with \`watchpost ${type} show ${name}\`.`,
  )
}

export function noPlace(type: PlaceType, name: string): MailError {
  return new MailError(
    'not-found',
    `There is no ${type} ${name}.`,
    `List ${type}s with \`watchpost ${type} list\`.`,
  )
}
