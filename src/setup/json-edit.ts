import { type JSONPath, type Node, parseTree, visit } from 'jsonc-parser'
import type { Json } from '../domain/json.ts'
import { lastOnly } from './last-only.ts'
import { lineBreakOf, lineStart } from './lines.ts'
import { type BracketList, insertion, removal, type Span, type Splice, spliced } from './splice.ts'

/**
 * Gives a member of an object its value, in its place or as the last one; `undefined` takes the member, or the value of an array,
 * away. An index behind the last value of an array adds one. Every other byte stays, comments and commas too.
 */
export function withValue(text: string, path: JSONPath, value: Json | undefined): string {
  const there = nodeAt(text, path)
  if (value === undefined) return there === null ? text : withoutNode(text, there)
  if (there !== null) {
    const span: Span = [there.offset, there.offset + there.length]
    return spliced(text, [{ span, text: written(text, value, indentationAt(text, there.offset)) }])
  }
  const parent = nodeAt(text, path.slice(0, -1))
  const last = path.at(-1)
  if (parent === null) return withValue(text, path.slice(0, -1), { [last as string]: value })
  return spliced(text, added(text, parent, [{ name: typeof last === 'string' ? last : null, value }]))
}

/** Adds values at the end of an array that is there. */
export function withAdded(text: string, path: JSONPath, values: readonly Json[]): string {
  const parent = nodeAt(text, path)
  if (parent === null || values.length === 0) return text
  return spliced(
    text,
    added(
      text,
      parent,
      values.map((value) => ({ name: null, value })),
    ),
  )
}

/** Takes an object or an array away that has nothing in it, not even a comment. */
export function withoutEmpty(text: string, path: JSONPath): string {
  const node = nodeAt(text, path)
  const isEmpty = node !== null && /^[[{]\s*[\]}]$/u.test(text.slice(node.offset, node.offset + node.length))
  return isEmpty ? withoutNode(text, node) : text
}

type Added = { readonly name: string | null; readonly value: Json }

function added(text: string, parent: Node, members: readonly Added[]): readonly Splice[] {
  const list = listOf(text, parent)
  const [from, to] = list.inner
  const outer = indentationAt(text, parent.offset)
  const first = parent.children?.at(0)?.offset
  const isOnOwnLine = first !== undefined && /^\s*$/u.test(text.slice(lineStart(text, first), first))
  const indentation = isOnOwnLine ? indentationAt(text, first) : outer + unitOf(text)
  const gap = lineBreakOf(text) + indentation
  const item = members
    .map(
      ({ name, value }) =>
        `${name === null ? '' : `${JSON.stringify(name)}: `}${written(text, value, indentation)}`,
    )
    .join(`,${gap}`)
  if (text.slice(from, to).trim() !== '') return insertion(text, list, item, gap)
  return [{ span: list.inner, text: `${gap}${item}${lineBreakOf(text)}${outer}` }]
}

/** A property goes with its name. */
function withoutNode(text: string, value: Node): string {
  const item = value.parent?.type === 'property' ? value.parent : value
  const { parent } = item
  if (parent?.children === undefined) return text
  return spliced(text, removal(text, listOf(text, parent), parent.children.indexOf(item)))
}

const treeOf = lastOnly((text) => parseTree(text, [], { allowTrailingComma: true }) ?? null)

/** Of several members with one name the last one counts, as for those who read the file. */
function nodeAt(text: string, path: JSONPath): Node | null {
  let node = treeOf(text)
  for (const name of path) {
    const { children = [] } = node ?? {}
    const member = children.findLast((one) => one.type === 'property' && one.children?.[0]?.value === name)
    node =
      (node?.type === 'array' && typeof name === 'number' ? children[name] : member?.children?.[1]) ?? null
  }
  return node
}

function listOf(text: string, { offset, length, children = [] }: Node): BracketList {
  const inner: Span = [offset + 1, offset + length - 1]
  const items = children.map((child): Span => [child.offset, child.offset + child.length])
  const [commas, comments]: [number[], Span[]] = [[], []]
  visit(text.slice(offset, offset + length), {
    onSeparator: (character, at) => void (character === ',' && commas.push(offset + at)),
    onComment: (at, size) => void comments.push([offset + at, offset + at + size]),
  })
  return { inner, items, commas, comments }
}

function written(text: string, value: Json, indentation: string): string {
  return JSON.stringify(value, null, unitOf(text)).replaceAll('\n', lineBreakOf(text) + indentation)
}

/** The white space at the beginning of a line. */
function indentationAt(text: string, at: number): string {
  return /^[ \t]*/u.exec(text.slice(lineStart(text, at), at))?.[0] ?? ''
}

function unitOf(text: string): string {
  return /^\t/mu.test(text) ? '\t' : (/^( +)"/mu.exec(text)?.[1] ?? '  ')
}
