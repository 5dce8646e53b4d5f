import { nearestNames } from '../../domain/addressing/nearest.ts'
import type { Directory } from '../../domain/addressing/roster-question.ts'
import { type PlaceType, placeAddress, placeOf } from '../../domain/places.ts'
import type { Context } from '../context.ts'

const most = 3
/** More names than this are not gone through to find a likely one. */
const looked = { limit: 500, after: null }

/** Whether an address names a group, a queue or a channel that does not exist, as an empty one does. */
export function isUnknownPlace(text: string, { places = [] }: Directory): boolean {
  const place = placeOf(text)
  return place !== null && !places.some(({ type, name }) => type === place.type && name === place.name)
}

/** Likely intended places: of the named kind, or of any kind for a plain name. */
export async function nearestPlaces(context: Context, text: string): Promise<readonly string[]> {
  const place = placeOf(text)
  if (place === null && /[:@/]/u.test(text)) return []
  const types: readonly PlaceType[] = place === null ? ['group', 'queue', 'channel'] : [place.type]
  const found = await Promise.all(
    types.map(async (type) =>
      nearestNames(place?.name ?? text, await namesOf(context, type), most).map((name) =>
        placeAddress(type, name),
      ),
    ),
  )
  return found.flat().slice(0, most)
}

async function namesOf({ store, now }: Context, type: PlaceType): Promise<readonly string[]> {
  const { rows } =
    type === 'group'
      ? await store.groups.list(looked)
      : type === 'queue'
        ? await store.queues.list(looked, now())
        : await store.channels.list(looked)
  return rows.map(({ name }) => name)
}
