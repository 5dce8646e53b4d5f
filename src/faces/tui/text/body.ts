import { plain, type Safe, sanitize } from '../../../domain/sanitize.ts'
import { grouped } from '../../present.ts'
import { blockLines, lexed } from './body-blocks.ts'
import type { Line, Span, SpanStyle } from './body-span.ts'
import { type ColourCode, withinLimits } from './code-parts.ts'
import { cut, wrap } from './text.ts'

export { contextLines, sectionTitle } from './body-context.ts'
export { payloadLines } from './body-payload.ts'

const markdownLimit = 64 * 1024
const asWritten = `Shown as plain text: Markdown is read up to ${markdownLimit / 1024} KB.`
const shownLimit = 256 * 1024

/**
 * A body as lines at most `columns` wide (2 at least). Never throws, whatever the body is: one that is long or
 * nested beyond reading is shown as plain text, and a very long one is cut, which its last line says. `colour` is there
 * once it was loaded.
 */
export function bodyLines(
  markdown: string,
  columns: number,
  colour: ColourCode | null = null,
): readonly Line[] {
  const room = Math.max(2, Math.floor(columns))
  if (markdown.length > markdownLimit)
    return [[span(cut(plain(asWritten), room), 'dim')], ...plainLines(markdown, room)]
  const clean = sanitize(markdown).trimEnd()
  if (clean === '') return []
  try {
    const tokens = lexed(clean)
    if (tokens !== undefined)
      return blockLines(tokens, room, { style: 'plain', depth: 0, colour: colour && withinLimits(colour) })
  } catch {
    // Text that the lexer refuses stays readable as text.
  }
  return plainLines(clean, room)
}

/** The text as it is, wrapped: for logs, diffs, and wherever Markdown is not wanted. */
export function plainLines(text: string, columns: number): readonly Line[] {
  const room = Math.max(2, Math.floor(columns))
  const more = text.length - shownLimit
  const lines = wrap(sanitize(text.slice(0, shownLimit)), room).map((line) => [span(line)])
  if (more <= 0) return lines
  return [
    ...lines,
    [span(cut(plain(`… ${grouped(more)} more characters, not shown: C-g opens all`), room), 'dim')],
  ]
}

export function span(text: Safe, style: SpanStyle = 'plain'): Span {
  return { text, style }
}

/** The words of a line without their looks. */
export function lineText(line: Line): Safe {
  return line.map(({ text }) => text).join('') as Safe
}
