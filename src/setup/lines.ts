/** The line break that a text uses. */
export function lineBreakOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n'
}

export function lineStart(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1
}

/** The end of a line, before its line break. */
export function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  if (end < 0) return text.length
  return text[end - 1] === '\r' && end > at ? end - 1 : end
}

/**
 * The span of whole lines with their line break. At the end of a text that ends without a line break, it is the one before
 * them that goes: it was added with these lines.
 */
export function wholeLines(text: string, from: number, to: number): readonly [number, number] {
  const start = lineStart(text, from)
  const end = text.indexOf('\n', to)
  if (end >= 0) return [start, end + 1]
  return [start === 0 ? 0 : lineEnd(text, lineStart(text, start - 1)), text.length]
}
