import { sanitize } from '../../../domain/sanitize.ts'
import { applySgr, type StyleId } from '../terminal/style.ts'
import { wrapSpans } from './body-inline.ts'
import type { Line, Span } from './body-span.ts'

const shownLimit = 64 * 1024
const sgr = /(?:\x1b\[|\x9b)([0-9;]*)m/gu

/** Whether a body brought colours of its own, as what programs print does. */
export function hasColours(body: string): boolean {
  return body.slice(0, shownLimit).search(sgr) !== -1
}

/**
 * A body in the colours its writer gave it, on somebody's wish: colours, weights and lines of SGR alone, all else cleaned
 * away as always. Its text is not read as Markdown. `null` for what is too long to be shown so.
 */
export function colouredLines(body: string, columns: number): readonly Line[] | null {
  if (body.length > shownLimit) return null
  const spans: Span[] = []
  let own: StyleId = 0
  let from = 0
  const take = (to: number): void => {
    const text = sanitize(body.slice(from, to))
    if (text !== '') spans.push({ text, style: 'plain', own })
  }
  for (const { 0: sequence, 1: codes = '', index } of body.matchAll(sgr)) {
    take(index)
    own = applySgr(own, codes)
    from = index + sequence.length
  }
  take(body.length)
  return wrapSpans(spans, columns)
}
