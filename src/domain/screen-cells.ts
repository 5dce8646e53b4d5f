/** One character of a terminal's screen, in UTF-16 units, so that it is found by its place in the text. */
export type Cell = { readonly text: string; readonly isFaint: boolean }

const sequence = /^\u001b\[(?<codes>[\d;:]*)(?<kind>[ -/]*[@-~])/u

export function textOf(cells: readonly Cell[]): string {
  return cells.map(({ text }) => text).join('')
}

/** The characters of a line that was captured with its colours. */
export function drawnCells(line: string): readonly Cell[] {
  const cells: Cell[] = []
  let isFaint = false
  for (let at = 0; at < line.length; ) {
    const found = sequence.exec(line.slice(at))
    if (found === null) {
      cells.push({ text: line.charAt(at), isFaint })
      at += 1
    } else {
      if (found.groups?.['kind'] === 'm') isFaint = faintAfter(found.groups['codes'] ?? '', isFaint)
      at += found[0].length
    }
  }
  return cells
}

/** Faint, the terminal's grey, a grey of the palette, or inverse: a program's own hint, or its cursor. */
function faintAfter(codes: string, before: boolean): boolean {
  let isFaint = before
  const numbers = codes.split(/[;:]/u).map(Number)
  for (let at = 0; at < numbers.length; at += 1) {
    const code = numbers[at] ?? 0
    if (code === 38 || code === 48) {
      const [, kind = 0, one = 0, two = 0, three = 0] = numbers.slice(at)
      const isGrey =
        kind === 5
          ? one >= 236 && one <= 250
          : Math.max(one, two, three) < 170 && one === two && two === three
      if (code === 38) isFaint = isGrey
      at += kind === 5 ? 2 : 4
    } else if (code === 2 || code === 7 || code === 90) isFaint = true
    else if (code === 0 || code === 22 || code === 27 || code === 39 || (code >= 30 && code <= 37))
      isFaint = false
  }
  return isFaint
}
