import { heap, type Pile, type Placed } from '../../formats/pile.ts'
import type { Folder, Scratch } from './folder.ts'

/** The number of messages that wait in memory; further ones wait on disk. */
const inMemory = 10_000

/** A pile that keeps no more than its first messages in memory. */
export function spillingPile(folder: Pick<Folder, 'scratch'>): Pile & { close(): void } {
  const first = heap()
  const places: number[] = []
  const lengths: number[] = []
  let count = 0
  let file: Scratch | null = null

  function spill(placed: Placed): { readonly place: number; readonly length: number } {
    file ??= folder.scratch()
    return file.add(JSON.stringify(placed))
  }

  return {
    add(placed) {
      count += 1
      if (count <= inMemory) return first.add(placed)
      const { place, length } = spill(placed)
      places.push(place)
      lengths.push(length)
      return count - 1
    },
    at(at) {
      if (at < inMemory || file === null) return first.at(at)
      return JSON.parse(file.read(places[at - inMemory] ?? 0, lengths[at - inMemory] ?? 0)) as Placed
    },
    set(at, placed) {
      if (at < inMemory) {
        first.set(at, placed)
        return
      }
      const { place, length } = spill(placed)
      places[at - inMemory] = place
      lengths[at - inMemory] = length
    },
    close: () => file?.close(),
  }
}
