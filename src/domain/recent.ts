/** The values set last, by key. */
export type Recent<K, V> = {
  get(key: K): V | undefined
  set(key: K, value: V): void
}

/**
 * Two maps, of which the older one is dropped whole when the newer one is full: a map that loses its first key for each new
 * one walks past the keys that it lost to find the first.
 * @param least the number of keys that are certainly remembered; there are never twice as many
 */
export function openRecent<K, V>(least: number): Recent<K, V> {
  let newer = new Map<K, V>()
  let older = new Map<K, V>()
  return {
    get: (key) => newer.get(key) ?? older.get(key),
    set(key, value) {
      newer.set(key, value)
      if (newer.size < least) return
      older = newer
      newer = new Map()
    },
  }
}
