import { linkEnd } from '../terminal/shows-links.ts'
import { sgrOf } from '../terminal/style.ts'
import type { Line, Look } from './line.ts'
import { type Theme, themes } from './theme.ts'

/**
 * A line with the sequences of its looks. `base` is below all of them: a selected row is inverted as a whole, and only
 * weights distinguish its parts, since inverted colours would be blocks in it.
 */
export function paint(line: Line, theme: Theme, base = ''): string {
  const known = painted.get(line)
  if (known?.theme === theme && known.base === base) return known.text
  const text = painting(line, theme, base)
  painted.set(line, { theme, base, text })
  return text
}

/** Lines live as long as what they show, and most are drawn again as they were. */
const painted = new WeakMap<Line, { readonly theme: Theme; readonly base: string; readonly text: string }>()

/** A dim colour on the screen's ground is unreadable on that of a selected row. */
const faint: readonly Look[] = ['dim', 'quote', 'rule', 'code-comment']

function painting(line: Line, theme: Theme, base: string): string {
  const styles = base === '7' ? themes.mono.styles : theme.styles
  const isRow = base !== '' && (base === theme.selected || base === theme.selectedElsewhere)
  const onRow = isRow && base.includes('48;') ? theme.onRow : undefined
  let coded = true
  const pieces = line.map(({ text, style: look, link, own: writers }) => {
    const isFaint = isRow && faint.includes(look)
    const own = isFaint
      ? ''
      : writers === undefined || theme.colourless || base === '7'
        ? (onRow?.[look] ?? styles[look])
        : sgrOf(writers)
    const code = base === '' ? own : own === '' ? base : `${base};${own}`
    const words = code === '' ? (coded ? text : parted(text)) : `\x1b[${code}m${text}\x1b[m`
    coded = code !== ''
    return link === undefined || theme.links !== true ? words : `\x1b]8;;${link}\x1b\\${words}${linkEnd}`
  })
  return pieces.join('')
}

/** Pieces were measured one by one: what could join the end of the one before is kept from it. */
function parted(text: string): string {
  const first = text.charCodeAt(0)
  const standsAlone = text === '' || first < 0x300 || (first >= 0x2190 && first < 0x2c00)
  return standsAlone ? text : `\x1b[m${text}`
}
