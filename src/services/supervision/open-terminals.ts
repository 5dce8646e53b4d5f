import { presentFor } from '../../domain/presence.ts'
import type { PresenceValue } from '../../values/supervision-schema.ts'
import type { Context } from '../context.ts'
import { presenceValue } from './value.ts'

export async function openTerminals({ store, processes, now }: Context): Promise<readonly PresenceValue[]> {
  const here = await store.presence.list(now() - presentFor)
  // A killed terminal could not report that it closed.
  const ended = await Promise.all(here.map(async ({ id }) => processes?.hasEnded(id) ?? false))
  return here.filter((_, at) => !ended[at]).map(presenceValue)
}
