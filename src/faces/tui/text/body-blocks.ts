import { Lexer, type Token, type Tokens } from 'marked'
import { plain, type Safe, sanitize } from '../../../domain/sanitize.ts'
import { inlineSpans, wrapSpans } from './body-inline.ts'
import type { Line, Span, SpanStyle } from './body-span.ts'
import { tableLines } from './body-table.ts'
import { type ColourCode, codeSpans, languageOf } from './code-parts.ts'
import { cut, repeated, widthOf, wrap } from './text.ts'

const depthLimit = 8
/** Below this a gutter would leave no room for words. */
const leastRoom = 6

/** The look of the text around blocks, their depth, and the colouring of their code. */
type Place = { readonly style: SpanStyle; readonly depth: number; readonly colour: ColourCode | null }

/** Blocks as lines, one blank line between two. */
export function blockLines(
  tokens: readonly Token[],
  columns: number,
  place: Place,
  tight = false,
): readonly Line[] {
  const lines: Line[] = []
  for (const token of tokens) {
    const block =
      place.depth > depthLimit ? rawLines(token, columns, place.style) : tokenLines(token, columns, place)
    if (block.length === 0) continue
    if (lines.length > 0 && !tight) lines.push([])
    for (const line of block) lines.push(line)
  }
  return lines
}

function tokenLines(token: Token, columns: number, place: Place): readonly Line[] {
  const { style, depth, colour } = place
  switch (token.type) {
    case 'space':
      return []
    case 'heading':
      return wrapSpans(inlineSpans(token.tokens ?? [], 'heading'), columns)
    case 'paragraph':
    case 'text':
      return wrapSpans(inlineSpans(token.tokens ?? [{ ...token } as Token], style), columns)
    case 'checkbox':
      return [[{ text: plain(token['checked'] === true ? '[x]' : '[ ]'), style }]]
    case 'code':
      return behind('  ', 'code', columns, (room) =>
        wrapSpans(codeSpans(sanitize(String(token['text'])), languageOf(token['lang']), colour), room),
      )
    case 'hr':
      return [[{ text: repeated('─', Math.min(columns, 40)), style: 'rule' }]]
    case 'blockquote':
      return behind('│ ', 'quote', columns, (room) =>
        blockLines(token.tokens ?? [], room, { style: 'quote', depth: depth + 1, colour }),
      )
    case 'list':
      return listLines(token as Tokens.List, columns, place)
    case 'table':
      return tableLines(token as Tokens.Table, columns)
    default:
      return rawLines(token, columns, style)
  }
}

/** HTML, link definitions and whatever else: nothing of a body is hidden. */
function rawLines(token: Token, columns: number, style: SpanStyle): readonly Line[] {
  return wrap(sanitize(token.raw.trimEnd()), columns).map((line) => [{ text: line, style }])
}

function listLines(list: Tokens.List, columns: number, place: Place): readonly Line[] {
  const deeper = { ...place, depth: place.depth + 1 }
  const first = typeof list.start === 'number' ? list.start : 1
  const size = list.ordered ? String(first + list.items.length - 1).length + 2 : 2
  return list.items.flatMap((item, at) => {
    const marker = list.ordered ? `${String(first + at)}.`.padStart(size - 1) : '•'
    const inside = (room: number) => blockLines(withTask(item), room, deeper, !list.loose)
    const lines = hanging(plain(`${marker} `), columns, place.style, inside)
    return list.loose && at > 0 ? [[], ...lines] : lines
  })
}

/** The box of a task belongs before its first words, on the same line. */
function withTask(item: Tokens.ListItem): readonly Token[] {
  const [box, first, ...rest] = item.tokens
  if (box?.type !== 'checkbox' || first?.type !== 'text') return item.tokens
  const words = first as Tokens.Text
  return [{ ...words, tokens: [box, ...(words.tokens ?? [])] } as Token, ...rest]
}

function hanging(
  marker: Safe,
  columns: number,
  style: SpanStyle,
  inside: (room: number) => readonly Line[],
): readonly Line[] {
  const width = widthOf(marker)
  const room = columns - width
  const head: Span = { text: cut(marker, columns), style }
  if (room < leastRoom) return [[head], ...inside(columns)]
  const lines = inside(room)
  if (lines.length === 0) return [[head]]
  const blanks: Span = { text: repeated(' ', width), style: 'plain' }
  return lines.map((line, at) => (at === 0 ? [head, ...line] : line.length === 0 ? line : [blanks, ...line]))
}

function behind(
  gutter: string,
  style: SpanStyle,
  columns: number,
  inside: (room: number) => readonly Line[],
): readonly Line[] {
  if (columns - gutter.length < leastRoom) return inside(columns)
  return inside(columns - gutter.length).map((line) => [{ text: plain(gutter), style }, ...line])
}

/** marked's inline rules are quadratic in a paragraph's length for some texts; these bound what one body costs. */
const paragraphLimit = 4096
const costLimit = 50_000_000
/** Quotes and lists within each other, deeper than anybody reads. */
const tooDeep = /^(?:[ ]{0,3}>){16}|^[ ]{80}|^(?:[ ]{0,3}(?:[-*+]|\d{1,9}[.)])[ ]){16}/mu

/** The tokens of a body; undefined where it is nested too deeply to be taken apart. */
export function lexed(markdown: string): readonly Token[] | undefined {
  if (tooDeep.test(markdown)) return undefined
  const lexer = new Lexer({ gfm: true })
  lexer.blockTokens(markdown, lexer.tokens)
  let cost = 0
  for (const { src, tokens } of lexer.inlineQueue) {
    cost += src.length ** 2
    if (src.length <= paragraphLimit && cost <= costLimit) lexer.inlineTokens(src, tokens)
    else tokens.push({ type: 'text', raw: src, text: src, escaped: false })
  }
  lexer.inlineQueue = []
  return lexer.tokens
}
