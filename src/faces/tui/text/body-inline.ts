import type { Token, Tokens } from 'marked'
import { linkTarget, targetWords, tellsTarget } from '../../../domain/link.ts'
import { own } from '../../../domain/own.ts'
import { plain, type Safe, sanitize, sanitizeLine } from '../../../domain/sanitize.ts'
import type { Line, Span, SpanStyle } from './body-span.ts'
import { lineRanges } from './text.ts'

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}
const depthLimit = 12

/** A paragraph's tokens as pieces; a line break of the source stays one (`\n`), as mail is written by lines. */
export function inlineSpans(
  tokens: readonly Token[],
  style: SpanStyle = 'plain',
  depth = 0,
): readonly Span[] {
  return tokens.flatMap((token) =>
    depth > depthLimit ? [text(token.raw, style)] : tokenSpans(token, style, depth),
  )
}

function tokenSpans(token: Token, style: SpanStyle, depth: number): readonly Span[] {
  const inner = (as: SpanStyle) =>
    inlineSpans((token as Tokens.Generic).tokens ?? [], stronger(style, as), depth + 1)
  switch (token.type) {
    case 'strong':
      return inner('bold')
    case 'em':
      return inner('italic')
    case 'del':
      return inner('strike')
    case 'codespan':
      return [{ text: sanitizeLine(String(token['text'])), style: 'code' }]
    case 'br':
      return [{ text: plain('\n'), style }]
    case 'checkbox':
      return [{ text: plain(token['checked'] === true ? '[x] ' : '[ ] '), style }]
    case 'link':
      return linkSpans(token as Tokens.Link, inner('link'), style)
    case 'image':
      return linkSpans(
        token as Tokens.Image,
        [{ text: sanitizeLine(`[${(token as Tokens.Image).text}]`), style: 'link' }],
        style,
      )
    case 'html':
      return [{ text: sanitize(token.raw), style }]
    case 'escape':
      return [text(String(token['text']), style)]
    default:
      if (Array.isArray((token as Tokens.Generic).tokens)) return inner(style)
      return [text('text' in token ? String(token['text']) : token.raw, style)]
  }
}

/** Emphasis within emphasis: the outer one stays, as each piece has one look. */
function stronger(outer: SpanStyle, inner: SpanStyle): SpanStyle {
  return outer === 'plain' || outer === 'quote' || inner === 'link' ? inner : outer
}

/** Where a link leads stands behind its words, unless they say it: they may say anything. */
function linkSpans(
  { href }: { readonly href: string },
  shown: readonly Span[],
  style: SpanStyle,
): readonly Span[] {
  const words = shown.map((span) => span.text).join('')
  const look = style === 'plain' ? 'dim' : style
  const link = linkTarget(href)
  if (link === null)
    return href === words ? shown : [...shown, { text: sanitizeLine(` (${short(href)})`), style: look }]
  const linked = shown.map((span): Span => ({ ...span, link }))
  if (tellsTarget(words, link)) return linked
  const where: Span = { text: sanitizeLine(targetWords(link)), style: look, link }
  return [...linked, { text: plain(' ('), style: look }, where, { text: plain(')'), style: look }]
}

const shownOfOthers = 120

function short(href: string): string {
  return href.length <= shownOfOthers ? href : `${href.slice(0, shownOfOthers)}…`
}

/** Cleaned after its entities are read, which can spell any character. */
function text(raw: string, style: SpanStyle): Span {
  const words = raw.replace(
    /&(amp|lt|gt|quot|apos|nbsp);/gu,
    (whole, name: string) => own(entities, name) ?? whole,
  )
  return { text: sanitize(words), style }
}

/** Pieces laid out on lines at most `columns` wide. */
export function wrapSpans(spans: readonly Span[], columns: number): readonly Line[] {
  return splitLines(spans).flatMap((line) => {
    const whole = line.map((span) => span.text).join('')
    return lineRanges(whole, columns).map(({ start, end }) => slice(line, start, end))
  })
}

function splitLines(spans: readonly Span[]): readonly Line[] {
  const lines: Span[][] = [[]]
  for (const span of spans) {
    const [first = '', ...rest] = span.text.split('\n')
    lines.at(-1)?.push({ ...span, text: first as Safe })
    for (const part of rest) lines.push([{ ...span, text: part as Safe }])
  }
  return lines
}

function slice(line: Line, start: number, end: number): Line {
  const pieces: Span[] = []
  let at = 0
  for (const span of line) {
    const piece = span.text.slice(Math.max(0, start - at), Math.max(0, end - at))
    if (piece !== '') pieces.push({ ...span, text: piece as Safe })
    at += span.text.length
  }
  return pieces
}
