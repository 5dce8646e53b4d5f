import { plain, type Safe } from '../../../../domain/sanitize.ts'
import { type Line, type Span, span } from '../../text/line.ts'
import { clustersOf, clusterWidth } from '../../text/text.ts'

/** A line split at the caret's cell; at its end the caret is on a blank. */
export type CaretLine = { readonly before: Line; readonly at: Span; readonly after: Line }

export function caretLine(line: Line, column: number): CaretLine {
  const before: Span[] = []
  const after: Span[] = []
  let at: Span | undefined
  let left = column
  for (const piece of line) {
    if (at !== undefined) {
      after.push(piece)
      continue
    }
    const clusters = clustersOf(piece.text)
    let index = 0
    while (index < clusters.length && left > 0) {
      left -= clusterWidth(clusters[index] ?? '')
      index += 1
    }
    const cluster = clusters[index]
    if (index > 0) before.push({ ...piece, text: clusters.slice(0, index).join('') as Safe })
    if (cluster === undefined) continue
    at = { ...piece, text: cluster as Safe }
    if (index + 1 < clusters.length)
      after.push({ ...piece, text: clusters.slice(index + 1).join('') as Safe })
  }
  return { before, at: at ?? span(plain(' ')), after }
}
