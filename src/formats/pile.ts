import type { Due } from './format.ts'
import type { Parcel } from './parcel.ts'

export type Placed = {
  readonly parcel: Parcel
  readonly where: string
  readonly due?: Due
  /** Its outbox says that it was delivered: who has no copy of it any more has dealt with it. */
  readonly routed?: true
}

/** Messages wait here until all files are read. */
export type Pile = {
  /** @returns its place: 0, 1, 2 … */
  add(placed: Placed): number
  at(place: number): Placed
  set(place: number, placed: Placed): void
}

export function heap(): Pile {
  const all: Placed[] = []
  return {
    add: (placed) => all.push(placed) - 1,
    at(place) {
      const placed = all[place]
      if (placed === undefined) throw new RangeError(`There is nothing at ${place}.`)
      return placed
    },
    set(place, placed) {
      all[place] = placed
    },
  }
}
