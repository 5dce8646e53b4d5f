import { parseId } from '../../domain/id.ts'
import { readAnyway } from '../../services/mail/read-anyway.ts'
import { internal } from '../internal.ts'

export const wireIds = internal({
  summary: 'Give messages by their short ids the UUIDs that they have outside of this store',
  access: 'read',
  async run({ store }, { ids }: { readonly ids: readonly string[] }): Promise<ReadonlyMap<string, string>> {
    const uuids = new Map<string, string>()
    for (const id of new Set(ids)) {
      const [number] = await store.messages.find(parseId(id))
      const letter = number === undefined ? null : await readAnyway(store, number, null)
      if (letter !== null) uuids.set(id, await store.messages.uuid(letter.message))
    }
    return uuids
  },
})
