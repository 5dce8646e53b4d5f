import type { Due } from './format.ts'
import type { Parcel } from './parcel.ts'

export type Placed = {
  readonly parcel: Parcel
  readonly where: string
  readonly due?: Due
  /** Its entry in an outbox, where a recipient's box has it too: somebody has delivered it, at least in part. */
  readonly outboxed?: { readonly due: Due; readonly where: string }
  /** Its outbox says that it was delivered: who has no copy of it any more has dealt with it. */
  readonly routed?: true
}

/** Many values wait here until all files are read. */
export type Pile<T> = {
  /** @returns its place: 0, 1, 2 … */
  add(item: T): number
  at(place: number): T
  set(place: number, item: T): void
}

export function heap<T>(): Pile<T> {
  const all: T[] = []
  return {
    add: (item) => all.push(item) - 1,
    at(place) {
      if (place >= all.length) throw new RangeError(`There is nothing at ${place}.`)
      return all[place] as T
    },
    set(place, item) {
      all[place] = item
    },
  }
}
