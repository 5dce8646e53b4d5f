import type { Format } from '../../formats/format.ts'
import type { Context } from '../context.ts'
import type { Folder } from './folder.ts'

/** Long enough for a program that read a file before we changed it to put its own version in place, ms. */
const writing = 5000

/** The states that messages last had on both sides, by their foreign ids: the base of a three-way merge. */
export type Synced = {
  load(ids: readonly string[]): Promise<void>
  /** @param id one that was loaded or noted */
  of(id: string): string | null
  note(id: string, state: string): void
  /** We wrote a new state in the place of this one. */
  rewrote(id: string, was: string): void
  /** Whether a state is what we replaced a moment ago: its writer had read the file before. */
  isPutBack(id: string, state: string): boolean
  save(): Promise<void>
  /** The store's time. */
  now(): number
}

export function openSynced({ store, now }: Context, format: Format, folder: Pick<Folder, 'place'>): Synced {
  const place = `${format.name} ${folder.place}`
  const known = new Map<string, string | null>()
  const fresh = new Map<string, string>()
  const replaced = new Map<string, { readonly was: string; readonly at: number }>()
  return {
    now,
    async load(ids) {
      const strange = ids.filter((id) => !known.has(id))
      if (strange.length === 0) return
      const states = await store.exchange.synced(place, strange)
      for (const [at, id] of strange.entries()) known.set(id, states[at] ?? null)
    },
    of: (id) => known.get(id) ?? null,
    note(id, state) {
      if (known.get(id) === state) return
      known.set(id, state)
      fresh.set(id, state)
    },
    rewrote(id, was) {
      replaced.set(id, { was, at: performance.now() })
    },
    isPutBack(id, state) {
      const one = replaced.get(id)
      if (one !== undefined && performance.now() - one.at > writing) replaced.delete(id)
      return replaced.get(id)?.was === state
    },
    async save() {
      const states = [...fresh].map(([id, state]) => ({ id, state }))
      if (states.length > 0) await store.exchange.noteSynced(place, states)
      fresh.clear()
    },
  }
}
