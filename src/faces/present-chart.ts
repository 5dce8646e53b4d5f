const steps = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const

/** One character for each number, as high as it is beside the highest; nothing is a blank. */
export function sparkline(numbers: readonly number[]): string {
  const highest = Math.max(1, ...numbers)
  return numbers
    .map((number) => (number <= 0 ? ' ' : (steps[Math.ceil((number / highest) * steps.length) - 1] ?? '█')))
    .join('')
}

/** As many squares as a share of the room; what is not nothing has one. */
export function bar(number: number, highest: number, room: number): string {
  if (number <= 0 || highest <= 0) return ''
  return '■'.repeat(Math.max(1, Math.round((number / highest) * room)))
}

/** Seconds as `45s`, `12m`, `3h`, `2d`. */
export function lengthOf(seconds: number | null): string {
  if (seconds === null) return '–'
  if (seconds < 60) return `${Math.round(seconds)}s`
  if (seconds < 3_600) return `${Math.round(seconds / 60)}m`
  return seconds < 172_800 ? `${Math.round(seconds / 3_600)}h` : `${Math.round(seconds / 86_400)}d`
}
