const leastRight = 24
const exampleMargin = 2

/**
 * Folds lines to the width of a terminal, where words allow it. Text in a second column continues below its beginning,
 * other text below its own. Examples stay whole, so that they can be copied.
 */
export function foldLines(text: string, columns: number): string {
  return text
    .split('\n')
    .flatMap((line) => (line.length <= columns ? [line] : fold(line, columns)))
    .join('\n')
}

function fold(line: string, columns: number): readonly string[] {
  const [left = ''] = /^ *(?:\S+ )*\S+ {2,}(?=\S)/u.exec(line) ?? []
  const [margin = ''] = /^ */u.exec(line) ?? []
  if (left === '' && margin.length === exampleMargin) return [line]
  const indent = columns - left.length >= leastRight && left !== '' ? left.length : margin.length
  const folded: string[] = []
  let current = line.slice(0, indent)
  let bare = true
  for (const word of line.slice(indent).split(' ')) {
    if (!bare && current.length + 1 + word.length > columns) {
      folded.push(current)
      current = ' '.repeat(indent)
      bare = true
    }
    current += bare ? word : ` ${word}`
    bare = false
  }
  return [...folded, current]
}
