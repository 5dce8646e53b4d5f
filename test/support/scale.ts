import { testPatience } from './patience.ts'

/** Long proofs run in full under `npm run endurance`, and as a shorter cut of the same code in `npm test`. */
export const endurance = process.env['WATCHPOST_ENDURANCE'] === '1'

export function scaled(short: number, full: number): number {
  return endurance ? full : short
}

/** How long a proof may take, ms: in its shorter cut as long as any test. It only ends what hangs. */
export function proofPatience(full: number): number {
  return scaled(testPatience, full)
}

/** The name of a proof, as `npm run endurance` reads it back: what holds, and how often it was tried. */
export function proof(what: string, tried: number, unit = 'rounds'): string {
  return `${what} · ${tried.toLocaleString('en')} ${unit}`
}

/** A small repeatable random source, so that a failing round can be run again. */
export function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
