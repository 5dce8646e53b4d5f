import { type LinkTarget, linkTarget } from '../../../domain/link.ts'
import { own } from '../../../domain/own.ts'

type Variables = Readonly<Record<string, string | undefined>>

/** First versions that show links, by what terminals say they are; a date is a version too. */
const programs: Readonly<Record<string, readonly [major: number, minor: number]>> = {
  'iTerm.app': [3, 1],
  WezTerm: [20_200_620, 0],
  vscode: [1, 72],
  ghostty: [0, 0],
  zed: [0, 0],
  WarpTerminal: [0, 0],
  tmux: [3, 4],
}
const terminals = ['alacritty', 'xterm-kitty', 'xterm-ghostty', 'foot', 'foot-extra', 'contour']

/**
 * Whether the terminal shows OSC 8 links: the rules of supports-hyperlinks, and tmux, which passes them on. A person who
 * wants no colours gets none; `FORCE_HYPERLINK` decides where no rule applies.
 */
export function showsLinks(variables: Variables): boolean {
  const {
    FORCE_HYPERLINK,
    NO_COLOR,
    TERM = '',
    TERM_PROGRAM,
    TERM_PROGRAM_VERSION = '',
    VTE_VERSION,
  } = variables
  if (TERM === 'dumb' || TERM === 'linux') return false
  if (FORCE_HYPERLINK) return Number.parseInt(FORCE_HYPERLINK, 10) !== 0
  if (NO_COLOR) return false
  if (variables['WT_SESSION'] !== undefined) return true
  const since = TERM_PROGRAM === undefined ? undefined : own(programs, TERM_PROGRAM)
  if (since !== undefined)
    return (
      isSince(TERM_PROGRAM_VERSION, since) ||
      (TERM_PROGRAM === 'vscode' && variables['CURSOR_TRACE_ID'] !== undefined)
    )
  // 0.50.0 crashes on them.
  if (VTE_VERSION)
    return VTE_VERSION !== '0.50.0' && VTE_VERSION !== '5000' && vteVersion(VTE_VERSION) >= 5_000
  return terminals.includes(TERM)
}

function isSince(version: string, [major, minor]: readonly [number, number]): boolean {
  const [first = 0, second = 0] = (version.match(/\d+/gu) ?? []).map(Number)
  return first > major || (first === major && second >= minor)
}

/** `6003` and `0.60.3` are one. */
function vteVersion(version: string): number {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  return version.includes('.') ? (major * 100 + minor) * 100 + patch : major
}

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
