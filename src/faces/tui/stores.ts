import type { StoreLook } from './store-look.ts'

/** A store by its place, its project's name and its project's folder. */
export type StoreName = { readonly location: string; readonly name: string; readonly path: string }

/** A store of the person's list, and what the last look into it found. */
export type FoundStore = StoreName & {
  /** `null` until the first look, and where it failed. */
  readonly look: StoreLook | null
  /** Why the look failed, in a word or two. */
  readonly problem: string | null
  readonly writtenAt: number | null
}

/** Looks into other stores; `rest` ends them. */
export type StoreLooks = {
  look(rows: boolean): Promise<{ readonly stores: readonly FoundStore[]; readonly isLooking: boolean }>
  rest(): void
}

/** The stores beside the open one. `name` is the open one's. */
export type Stores = StoreLooks & { readonly name: StoreName }

/** Of a screen that knows no store but its own. */
export const onlyThis: Stores = {
  name: { location: '', name: 'this store', path: '' },
  look: async () => ({ stores: [], isLooking: false }),
  rest: () => undefined,
}
