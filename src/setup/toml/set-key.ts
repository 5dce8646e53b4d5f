import { lineBreakOf, lineEnd, lineStart } from '../lines.ts'
import { insertion, spliced } from '../splice.ts'
import {
  type Entry,
  isTable,
  isWithin,
  type KeyPath,
  listOf,
  namesOf,
  type Toml,
  valueAt,
} from './parsed-toml.ts'

/**
 * Gives a key a value, as written in TOML: in its place, else last in its table, in whichever form the file writes that table.
 * A table that is missing comes last in the file. Every byte of other keys stays.
 */
export function withKey(toml: Toml, path: KeyPath, value: string): string {
  const there = toml.entries.find((entry) => isSame(entry.path, path))
  if (there !== undefined) return spliced(toml.text, [{ span: there.node.value.range, text: value }])
  return (
    inInlineTable(toml, path, value) ??
    inSection(toml, path, value) ??
    besideDottedKeys(toml, path, value) ??
    inNewTable(toml, path, value)
  )
}

export function isSame(path: KeyPath, other: KeyPath): boolean {
  return path.length === other.length && isWithin(path, other)
}

/** `table = { …, key = value }` */
function inInlineTable(toml: Toml, path: KeyPath, value: string): string | null {
  const table = toml.entries.find((entry) => isSame(entry.path, path.slice(0, -1)))?.node.value
  if (table?.type !== 'TOMLInlineTable') return null
  return inList(toml, table, `${path.at(-1)} = ${value}`)
}

/** An item on the line of the last one: TOML 1.0 allows no line break within an inline table. */
export function inList(toml: Toml, node: Parameters<typeof listOf>[1], item: string): string {
  const list = listOf(toml, node)
  const gap = list.items.length === 0 ? '' : ' '
  return spliced(toml.text, insertion(toml.text, { ...list, comments: [] }, item, gap))
}

/** Last of the lines under `[table]`. */
function inSection(toml: Toml, path: KeyPath, value: string): string | null {
  const outer = path.slice(0, -1)
  const section = toml.program.body[0].body.find(
    (node) => node.type === 'TOMLTable' && isSame(namesOf(node.key), outer),
  )
  return section === undefined ? null : afterLine(toml, section.range, `${path.at(-1)} = ${value}`)
}

/** After the last `table.other = …`, with the same words before the key. */
function besideDottedKeys(toml: Toml, path: KeyPath, value: string): string | null {
  const outer = path.slice(0, -1)
  const beside = toml.entries.findLast(
    (entry) => entry.outer < outer.length && entry.path.length > outer.length && isWithin(entry.path, outer),
  )
  if (beside === undefined) return null
  const item = `${wordsOf(toml, beside, outer)}.${path.at(-1)} = ${value}`
  return beside.inline === null ? afterLine(toml, beside.node.range, item) : inList(toml, beside.inline, item)
}

function wordsOf({ text }: Toml, { node, outer }: Entry, path: KeyPath): string {
  return text.slice(node.key.range[0], node.key.keys[path.length - outer - 1]?.range[1])
}

/** A table of one key that is not there yet: within an inline table if its own is one, else with lines of its own at the end. */
function inNewTable(toml: Toml, path: KeyPath, value: string): string {
  const outer = path.slice(0, -1)
  const isImplied = isTable(valueAt(toml, outer))
  const isDeep = outer.length > 2 && !isImplied
  const isInline = toml.entries.some(
    ({ path: other, node }) => isSame(other, outer.slice(0, -1)) && node.value.type === 'TOMLInlineTable',
  )
  if (isDeep || isInline) return withKey(toml, outer, `{ ${path.at(-1)} = ${value} }`)
  return atEnd(toml.text, [`[${outer.join('.')}]`, `${path.at(-1)} = ${value}`])
}

/** A text without a line break at its end gets none: so it is known that our first line break was not there. */
function atEnd(text: string, lines: readonly string[]): string {
  const lineBreak = lineBreakOf(text)
  const section = lines.join(lineBreak)
  if (text === '' || text.endsWith('\n')) return `${text}${section}${lineBreak}`
  return `${text}${lineBreak}${section}`
}

function afterLine({ text }: Toml, [from, to]: readonly [number, number], line: string): string {
  const start = lineStart(text, from)
  const indentation = /^[ \t]*/u.exec(text.slice(start, from))?.[0] ?? ''
  const end = lineEnd(text, to)
  return `${text.slice(0, end)}${lineBreakOf(text)}${indentation}${line}${text.slice(end)}`
}
