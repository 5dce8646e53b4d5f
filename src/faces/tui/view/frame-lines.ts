import { fitLine, type Line, lineWidth, word } from '../text/line.ts'

/** The upper edge of a frame with its title and a note at the right. */
export function topEdge(title: Line, note: Line, width: number, focused: boolean): Line {
  return edge(['╭', '╮'], title, note, width, focused)
}

export function bottomEdge(title: Line, note: Line, width: number, focused: boolean): Line {
  return edge(['╰', '╯'], title, note, width, focused)
}

function edge(
  [left, right]: readonly [string, string],
  title: Line,
  note: Line,
  width: number,
  focused: boolean,
): Line {
  const look = focused ? 'frame-focused' : 'frame'
  const room = Math.max(0, width - 4)
  const spaced = (line: Line): Line => (line.length === 0 ? [] : [word(' ', look), ...line, word(' ', look)])
  const shownNote = lineWidth(note) + 2 <= room - 8 ? spaced(note) : []
  const wide = room - lineWidth(shownNote)
  const heading = spaced(title)
  const shownTitle = lineWidth(heading) <= wide ? heading : fitLine(heading, Math.max(0, wide))
  const dashes = '─'.repeat(Math.max(0, wide - lineWidth(shownTitle)))
  return [word(`${left}─`, look), ...shownTitle, word(dashes, look), ...shownNote, word(`─${right}`, look)]
}

/** A box of its own: a frame around lines, with a note in its lower edge. */
export function boxed(title: Line, lines: readonly Line[], width: number, note: Line = []): readonly Line[] {
  const side = word('│', 'frame-focused')
  return [
    topEdge(title, [], width, true),
    ...lines.map((line): Line => [side, word(' '), ...fitLine(line, width - 4), word(' '), side]),
    bottomEdge([], note, width, true),
  ]
}
