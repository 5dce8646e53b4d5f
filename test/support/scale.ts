/** Long proofs run in full under `npm run endurance`, and as a shorter cut of the same code in `npm test`. */
export const endurance = process.env['WATCHPOST_ENDURANCE'] === '1'

export function scaled(short: number, full: number): number {
  return endurance ? full : short
}
