import { type RosterWay, rosterWays } from '../../../domain/settings/terminal-settings.ts'
import { type Widths, widthsOf } from './widths.ts'

/** What a screen says once and then never again. */
export const hints = ['notify'] as const
export type Hint = (typeof hints)[number]

/** The state that a screen keeps for the next one. */
export type Kept = {
  readonly widths: Widths
  /** Earlier lines of the palette, newest first. */
  readonly lines: readonly string[]
  /** Folded sections of the roster, by the keys of their headings. */
  readonly folded: readonly string[]
  /** How the roster is grouped; `null`: as the settings say. */
  readonly rosterBy: RosterWay | null
  /** Hints that were given. */
  readonly hinted: readonly Hint[]
}

const most = 50
const mostFolded = 500
/** Longer texts were pasted. */
const longest = 1_000

/** The newest first, each once, and no more than are worth going through. */
export function withNewest(texts: readonly string[], text: string): readonly string[] {
  if (text === '' || text.length > longest) return texts
  return [text, ...texts.filter((one) => one !== text)].slice(0, most)
}

/** Reads the kept state and accepts any content. */
export function keptOf(kept: unknown): Kept {
  const { lines, folded, rosterBy, hinted } = (
    typeof kept === 'object' && kept !== null ? kept : {}
  ) as Record<string, unknown>
  return {
    widths: widthsOf(kept),
    lines: textsIn(lines).slice(0, most),
    folded: textsIn(folded).slice(0, mostFolded),
    rosterBy: rosterWays.find((way) => way === rosterBy) ?? null,
    hinted: hints.filter((hint) => textsIn(hinted).includes(hint)),
  }
}

function textsIn(kept: unknown): readonly string[] {
  if (!Array.isArray(kept)) return []
  return kept.filter((one): one is string => typeof one === 'string' && one !== '' && one.length <= longest)
}

/** As it is in the file: the widths have no name of their own there. */
export function toKeep({ widths, ...rest }: Partial<Kept>): object {
  return { ...widths, ...rest }
}
