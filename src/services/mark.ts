import { closeSync, openSync, readSync } from 'node:fs'

/** 48 random bits for one fence: authors of earlier mail cannot know them. */
export function randomMark(): string {
  return Array.from(randomBytes(6), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The key of a numbering: two random numbers of 32 bits. */
export function randomKey(): readonly [number, number] {
  const [one = 0, two = 0] = new Uint32Array(randomBytes(8).buffer)
  return [one, two]
}

/** From the system itself where it has a file for that: Node's `crypto` takes an eighth of its start to load. */
function randomBytes(count: number): Uint8Array {
  const bytes = new Uint8Array(count)
  try {
    const source = openSync('/dev/urandom', 'r')
    try {
      if (readSync(source, bytes) === count) return bytes
    } finally {
      closeSync(source)
    }
  } catch {
    // It has none, or may not open one more file.
  }
  return crypto.getRandomValues(bytes)
}
