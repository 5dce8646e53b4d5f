import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { trySmallFile } from '../small-file.ts'

type Parts = { readonly [name: string]: unknown }

/** The state that screens keep for the next start. */
export type ScreenMemory = {
  readonly read: () => Parts
  /** Changes these parts and keeps parts that another screen wrote since. */
  readonly write: (parts: object) => void
}

/** A file of the screen. Losing it does no harm, so errors here are not reported. */
export function openScreenMemory(path: string): ScreenMemory {
  const read = (): Parts => {
    try {
      return partsIn(JSON.parse(trySmallFile(path, 'person') ?? 'null'))
    } catch {
      return {}
    }
  }
  return {
    read,
    write(parts) {
      try {
        mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
        writeFileSync(`${path}.${process.pid}`, `${JSON.stringify({ ...read(), ...parts })}\n`, {
          mode: 0o600,
        })
        renameSync(`${path}.${process.pid}`, path)
      } catch {
        // The next start begins without it.
      }
    },
  }
}

/** What is kept of this many stores: those written last. */
const mostStores = 20

/** The part of a file that belongs to one store. What was searched for there says nothing in another. */
function ofStore(memory: ScreenMemory, location: string): ScreenMemory {
  const stores = (): Parts => partsIn(memory.read()['stores'])
  const read = (): Parts => partsIn(stores()[location])
  return {
    read,
    write(parts) {
      const { [location]: _, ...others } = stores()
      const kept = Object.entries(others).slice(1 - mostStores)
      memory.write({ stores: { ...Object.fromEntries(kept), [location]: { ...read(), ...parts } } })
    },
  }
}

/** Of the screen's own state these parts belong to the store, too. */
const partsOfStore = ['lines', 'folded', 'rosterBy']

/** What the screen keeps: how it looks for the person, what was said and searched for in each store. */
export function openScreenMemories(
  folder: string,
  location: string,
): { readonly memory: ScreenMemory; readonly searches: ScreenMemory } {
  const person = openScreenMemory(join(folder, 'screen.json'))
  const store = ofStore(openScreenMemory(join(folder, 'searches.json')), location)
  const memory: ScreenMemory = {
    read: () => ({ ...parted(person.read())[1], ...parted(store.read())[0] }),
    write(parts) {
      const [own, others] = parted(parts)
      if (Object.keys(own).length > 0) store.write(own)
      if (Object.keys(others).length > 0) person.write(others)
    },
  }
  return { memory, searches: store }
}

/** The parts of the store, and the others. */
function parted(parts: object): readonly [Parts, Parts] {
  const only = (isOwn: boolean) =>
    Object.fromEntries(Object.entries(parts).filter(([name]) => partsOfStore.includes(name) === isOwn))
  return [only(true), only(false)]
}

function partsIn(kept: unknown): Parts {
  return typeof kept === 'object' && kept !== null && !Array.isArray(kept) ? (kept as Parts) : {}
}
