import { type AST, getStaticTOMLValue, ParseError, parseTOML } from 'toml-eslint-parser'
import { MailError } from '../../domain/errors.ts'
import { own } from '../../domain/own.ts'
import type { BracketList, Span } from '../splice.ts'

/** A key from the root: `mcp_servers`, `watchpost`, `command`. */
export type KeyPath = readonly string[]

/** A key with its value, wherever it is written. */
export type Entry = {
  readonly path: KeyPath
  readonly node: AST.TOMLKeyValue
  /** How many names of the path stand before it: in the header of its table, or before its inline table. */
  readonly outer: number
  /** The inline table that contains it; `null` for a key on lines of its own. */
  readonly inline: AST.TOMLInlineTable | null
}

export type Toml = {
  /** The file's name, for errors. */
  readonly name: string
  readonly text: string
  readonly program: AST.TOMLProgram
  readonly entries: readonly Entry[]
  readonly value: Readonly<Record<string, unknown>>
}

/** The value of a file in TOML, with the place of every key. @throws MailError `conflict` if it is not valid */
export function parsedToml(text: string, name: string): Toml {
  try {
    const program = parseTOML(text, { tomlVersion: '1.1' })
    const entries = program.body[0].body.flatMap((node) =>
      node.type === 'TOMLTable'
        ? node.body.flatMap((inner) => entriesOf(inner, namesOf(node.key), null))
        : entriesOf(node, [], null),
    )
    return { name, text, program, entries, value: getStaticTOMLValue(program) as Toml['value'] }
  } catch (error) {
    if (!(error instanceof ParseError)) throw error
    throw new MailError(
      'conflict',
      `${name} is not valid TOML (line ${error.lineNumber}: ${error.message}).`,
      'Fix it by hand; nothing was written.',
    )
  }
}

function entriesOf(
  node: AST.TOMLKeyValue,
  outer: KeyPath,
  inline: AST.TOMLInlineTable | null,
): readonly Entry[] {
  const path = [...outer, ...namesOf(node.key)]
  const entry = { path, node, outer: outer.length, inline }
  const { value } = node
  if (value.type !== 'TOMLInlineTable') return [entry]
  return [entry, ...value.body.flatMap((inner) => entriesOf(inner, path, value))]
}

export function namesOf({ keys }: AST.TOMLKey): KeyPath {
  return keys.map((key) => (key.type === 'TOMLBare' ? key.name : key.value))
}

/** Whether a path leads to a key or to one within it. */
export function isWithin(path: KeyPath, outer: KeyPath): boolean {
  return outer.every((name, at) => path[at] === name)
}

/** The value at a path; `undefined` where there is none. */
export function valueAt({ value }: Toml, path: KeyPath): unknown {
  return path.reduce<unknown>((inner, name) => (isTable(inner) ? own(inner, name) : undefined), value)
}

export function isTable(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
}

/** The members of an inline table, or the values of an array. */
export function listOf({ program }: Toml, node: AST.TOMLInlineTable | AST.TOMLArray): BracketList {
  const [from, to] = node.range
  const isInside = ({ range }: { readonly range: Span }) => range[0] > from && range[1] < to
  return {
    inner: [from + 1, to - 1],
    items: (node.type === 'TOMLArray' ? node.elements : node.body).map(({ range }) => range),
    commas: program.tokens
      .filter((token) => token.value === ',' && token.type === 'Punctuator' && isInside(token))
      .map(({ range }) => range[0]),
    comments: program.comments.filter(isInside).map(({ range }) => range),
  }
}
