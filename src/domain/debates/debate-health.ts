/** More counters to a claim than these may mean unclear goals or too ambiguous a task (CCCC, "Monitor Consensus Rate"). */
const mostCounters = 2

/** What is wrong with how debates go, in words. */
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
