import { isJsonObject, type Json } from '../../../domain/json.ts'
import { sanitize, sanitizeLine } from '../../../domain/sanitize.ts'
import { type Line, span, word } from './line.ts'
import { wrap } from './text.ts'

const mostLines = 5_000
/** Of one text; what is beyond it is counted. */
const mostCharacters = 256 * 1024
const deepest = 6

/** A value as an outline: keys, their values beside or below them, a dash before each item of a list. */
export function valueLines(value: Json, columns: number): readonly Line[] {
  const lines: Line[] = []
  write(value, 0, [], columns, lines)
  return lines.length > mostLines ? [...lines.slice(0, mostLines), [word('… more', 'dim')]] : lines
}

/** `first` stands where the first line of the value begins. */
function write(value: Json, depth: number, first: Line, columns: number, lines: Line[]): void {
  if (lines.length > mostLines) return
  const indent = '  '.repeat(Math.min(depth, deepest))
  const inside = (at: number): Line => (at === 0 && first.length > 0 ? first : [word(indent)])
  if (Array.isArray(value)) {
    const items: readonly Json[] = value
    if (items.length === 0) lines.push([...inside(0), word('none', 'dim')])
    for (const item of items) write(item, depth + 1, [word(`${indent}- `, 'dim')], columns, lines)
  } else if (isJsonObject(value)) {
    const entries = Object.entries(value).filter(([, one]) => one !== null && one !== undefined)
    for (const [at, [key, one = null]] of entries.entries()) {
      const name = [...inside(at), span(sanitizeLine(key), 'bold'), word('  ')]
      const nested = typeof one === 'object' && one !== null && Object.keys(one).length > 0
      if (!nested) text(one, name, columns, lines)
      else {
        lines.push(name)
        write(one, depth + 1, [], columns, lines)
      }
    }
    if (entries.length === 0) lines.push([...inside(0), word('nothing', 'dim')])
  } else text(value, inside(0), columns, lines)
}

function text(value: Json, before: Line, columns: number, lines: Line[]): void {
  const said =
    typeof value === 'string' ? value : value === null ? 'none' : isEmpty(value) ? 'none' : String(value)
  const used = before.reduce((sum, { text }) => sum + text.length, 0)
  const [head, ...rest] = wrap(sanitize(said.slice(0, mostCharacters)), Math.max(8, columns - used))
  lines.push([...before, ...(head === undefined ? [] : [span(head)])])
  const indent = word(' '.repeat(Math.min(used, columns - 8)))
  for (const line of rest) lines.push([indent, span(line)])
  const more = said.length - mostCharacters
  if (more > 0) lines.push([indent, word(`… ${more.toLocaleString('en')} more characters`, 'dim')])
}

function isEmpty(value: Json): boolean {
  return typeof value === 'object'
}
