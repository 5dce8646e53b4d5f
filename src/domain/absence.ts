/** Who does nothing for so long was away, ms. */
export const absence = 30 * 60_000

/** Nobody looks back further, ms. */
export const longestAbsence = 31 * 86_400_000

/**
 * When somebody left, who looks now: at the beginning of their last pause, so that what they do once they are back takes nothing from
 * what they missed. `active`: when they did something, the newest first, since `earliest`; that counts where there is no pause.
 */
export function leftAt(active: readonly number[], now: number, earliest: number): number {
  const times = [...active.filter((at) => at >= earliest && at <= now), earliest]
  let after = now
  for (const at of times) {
    if (after - at >= absence) return at
    after = at
  }
  return earliest
}
