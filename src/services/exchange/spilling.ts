import { openNumberList } from '../../domain/number-list.ts'
import { heap, type Pile } from '../../formats/pile.ts'
import type { Folder, Scratch } from './folder.ts'

/** The number of values of a pile that wait in memory; further ones wait on disk. */
const inMemory = 1_000

export type Piles = { open<T>(): Pile<T>; close(): void }

/** Piles that keep no more than their first values in memory. */
export function spillingPiles(folder: Pick<Folder, 'scratch'>): Piles {
  const files: Scratch[] = []
  return {
    open<T>() {
      return spillingPile<T>(() => {
        const file = folder.scratch()
        files.push(file)
        return file
      })
    },
    close() {
      for (const file of files) file.close()
    },
  }
}

function spillingPile<T>(scratch: () => Scratch): Pile<T> {
  const first = heap<T>()
  const places = openNumberList('any')
  const lengths = openNumberList('whole')
  let count = 0
  let file: Scratch | null = null

  function spill(item: T): { readonly place: number; readonly length: number } {
    file ??= scratch()
    return file.add(JSON.stringify(item))
  }

  return {
    add(item) {
      count += 1
      if (count <= inMemory) return first.add(item)
      const { place, length } = spill(item)
      places.push(place)
      lengths.push(length)
      return count - 1
    },
    at(at) {
      if (at < inMemory || file === null) return first.at(at)
      return JSON.parse(file.read(places.at(at - inMemory), lengths.at(at - inMemory))) as T
    },
    set(at, item) {
      if (at < inMemory) {
        first.set(at, item)
        return
      }
      const { place, length } = spill(item)
      places.set(at - inMemory, place)
      lengths.set(at - inMemory, length)
    },
  }
}
