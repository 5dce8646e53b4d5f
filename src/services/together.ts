import type { Context } from './context.ts'

/** From now on the actor's changes are stored together, by `storeGathered`: for callers that answer for all of them at once. */
export function gather({ store }: Context): void {
  store.gather()
}

/** @throws MailError where nothing that was gathered could be stored */
export function storeGathered({ store }: Context): Promise<void> {
  return store.commit()
}
