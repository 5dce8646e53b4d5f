import { linkEnd } from './terminal/style.ts'
import type { Line } from './text/line.ts'
import { type Theme, themes } from './theme.ts'

/**
 * A line with the sequences of its looks. `base` lies under all of them: a selected row is inverted as a whole, and
 * only weights tell its parts apart, since inverted colours would be blocks in it.
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

function painting(line: Line, theme: Theme, base: string): string {
  const styles = base === '7' ? themes.mono.styles : theme.styles
  const pieces = line.map(({ text, style: look, link }) => {
    const own = styles[look]
    const code = base === '' ? own : own === '' ? base : `${base};${own}`
    const words = code === '' ? text : `\x1b[${code}m${text}\x1b[m`
    return link === undefined || theme.links !== true ? words : `\x1b]8;;${link}\x1b\\${words}${linkEnd}`
  })
  return pieces.join('')
}
