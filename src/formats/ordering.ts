import type { NumberList } from '../domain/number-list.ts'

/**
 * In file order or by time, but no answer before its parent, because the store needs the parent first. Messages
 * are identified by their places.
 */
export function parentsFirst(
  sentAt: Pick<NumberList, 'at' | 'length'>,
  byTime: boolean,
  parentOf: (at: number) => number | undefined,
): Uint32Array {
  const places = new Uint32Array(sentAt.length)
  for (let at = 0; at < places.length; at += 1) places[at] = at
  if (byTime) places.sort((one, other) => sentAt.at(one) - sentAt.at(other) || one - other)
  const taken = new Uint8Array(sentAt.length)
  const out = new Uint32Array(sentAt.length)
  let length = 0
  for (const place of places) {
    const line: number[] = []
    for (let next: number | undefined = place; next !== undefined && taken[next] === 0; ) {
      // Taken now, so that messages that answer one another in a ring come to an end.
      taken[next] = 1
      line.push(next)
      next = parentOf(next)
    }
    for (const at of line.reverse()) {
      out[length] = at
      length += 1
    }
  }
  return out
}
