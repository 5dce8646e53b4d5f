import { durationText } from './moment.ts'

/** A smaller difference is worth no words, ms. */
const mostDifference = 5_000

/**
 * The words about a machine whose clock differs from its store's; `null` where it hardly does.
 * @param ahead how far it is ahead, ms; negative where it is behind
 */
export function clockDifference(ahead: number): { readonly why: string; readonly mend: string } | null {
  const difference = Math.abs(ahead)
  if (difference <= mostDifference) return null
  const length = durationText(Math.round(difference / 1_000) * 1_000)
  return {
    why: `This machine's clock is ${length} ${ahead > 0 ? 'ahead of' : 'behind'} the store's.`,
    mend: "All times in the store are the store's own. Set this machine's clock, such as by NTP.",
  }
}
