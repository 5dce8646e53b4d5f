/** More counters per claim than this may mean unclear goals or an ambiguous task (CCCC, "Monitor Consensus Rate"). */
const mostCounters = 2

/** Warnings about the debates of a store. */
export function healthWarnings(numbers: {
  readonly deadlocked: number
  readonly counterRatio: number
  readonly unfiled: number
}): readonly string[] {
  const { deadlocked, counterRatio, unfiled } = numbers
  return [
    ...(deadlocked === 0
      ? []
      : [`${deadlocked} ${deadlocked === 1 ? 'debate is' : 'debates are'} deadlocked.`]),
    ...(counterRatio <= mostCounters
      ? []
      : [`${counterRatio.toFixed(1)} counters per claim: goals may be unclear, or tasks too ambiguous.`]),
    ...(unfiled === 0
      ? []
      : [
          `${unfiled} ${unfiled === 1 ? 'decision is not yet written' : 'decisions are not yet written'} to SUBPOR.md.`,
        ]),
  ]
}
