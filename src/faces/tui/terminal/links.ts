import { type LinkTarget, linkTarget } from '../../../domain/link.ts'

/** Links must not fill the table for ever: past this many, new ones are only text. */
const linkLimit = 4_000
const targets: (LinkTarget | '')[] = ['']
const numbers = new Map<string, number>([['', 0]])

/** Ends a link, where there is one. */
export const linkEnd = '\x1b]8;;\x1b\\'

/** The number of a target; 0, no link, for anything else. */
export function linkNumber(target: string): number {
  const known = numbers.get(target)
  if (known !== undefined) return known
  const checked = linkTarget(target)
  if (checked !== target || targets.length > linkLimit) return 0
  numbers.set(target, targets.push(checked) - 1)
  return targets.length - 1
}

/** OSC 8. The number joins what belongs together, which the writer may write in pieces. */
export function linkSequence(number: number): string {
  return number === 0 ? linkEnd : `\x1b]8;id=${number};${targets[number] ?? ''}\x1b\\`
}
