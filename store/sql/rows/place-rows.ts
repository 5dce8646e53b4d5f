import type { ChannelStatus } from '../../../src/domain/channel.ts'
import { MailError } from '../../../src/domain/errors.ts'
import type { Place, PlaceType } from '../../../src/domain/places.ts'
import type { QueueStatus } from '../../../src/domain/queue.ts'
import type { Connection } from '../connection.ts'
import type { Work } from '../work.ts'
import { subscribersOf } from './channel-rows.ts'

type Row = {
  readonly type: PlaceType
  readonly id: number
  readonly status: string
  readonly members: string
}

const placesSql = `SELECT 'group' AS type, 0 AS id, '' AS status, members FROM groups WHERE name = @name
UNION ALL SELECT 'queue', agent_id, status, '' FROM queues WHERE name = @name
UNION ALL SELECT 'channel', id, status, '' FROM channels WHERE name = @name`

/** Every group, queue and channel by these names. */
export function* placesNamed(connection: Connection, names: readonly string[]): Work<readonly Place[]> {
  const places: Place[] = []
  for (const name of new Set(names))
    for (const row of yield* connection.rows<Row>(placesSql, { name }))
      places.push(yield* placeOfRow(connection, name, row))
  return places
}

function* placeOfRow(connection: Connection, name: string, { type, id, status, members }: Row): Work<Place> {
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
