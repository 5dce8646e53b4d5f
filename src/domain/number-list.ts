/** A list of numbers that grows, at 4 or 8 bytes each and outside the heap: a million of them make no collection longer. */
export type NumberList = {
  readonly length: number
  at(place: number): number
  push(value: number): void
  set(place: number, value: number): void
}

const smallest = 2 ** 10

/** @param kind `whole`: integers of 32 bits */
export function openNumberList(kind: 'whole' | 'any'): NumberList {
  const made = (size: number) => (kind === 'whole' ? new Int32Array(size) : new Float64Array(size))
  let values = made(smallest)
  let length = 0
  return {
    get length() {
      return length
    },
    at(place) {
      const value = place < length ? values[place] : undefined
      if (value === undefined) throw new RangeError(`There is nothing at ${place}.`)
      return value
    },
    push(value) {
      if (length === values.length) {
        const longer = made(length * 2)
        longer.set(values)
        values = longer
      }
      values[length] = value
      length += 1
    },
    set(place, value) {
      if (place >= length) throw new RangeError(`There is nothing at ${place}.`)
      values[place] = value
    },
  }
}
