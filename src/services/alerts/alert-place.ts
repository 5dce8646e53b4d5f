import type { AlertPlace } from '../../domain/alerts/alert.ts'
import type { Context } from '../context.ts'

export function placeOf({ swarm, store }: Context): AlertPlace {
  return { swarm, store: store.location }
}
