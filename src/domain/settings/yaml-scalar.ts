import { own } from '../own.ts'

type Refuse = (what: string, hint?: string) => never

const quoteIt = 'If it is text, put it in quotes.'
/** Starts of unsupported YAML: anchors, aliases, tags, blocks of text, maps in braces. */
const unread = /^(?:[&*!|>@`%{}\],]|[?-](?:\s|$))/u

/** `key: rest` or `"key": rest`. */
export function unquotedKey(text: string): { readonly key: string; readonly rest: string } | undefined {
  const quoted = /^(?:"([^"\\]*)"|'([^']*)')\s*:(?:\s+(.*))?$/u.exec(text)
  if (quoted) return { key: quoted[1] ?? quoted[2] ?? '', rest: quoted[3] ?? '' }
  const plain = /^([^\s"'#:[\]{},&*!|>@`%?-][^:#]*?)\s*:(?:\s+(.*))?$/u.exec(text)
  return plain === null ? undefined : { key: plain[1] ?? '', rest: plain[2] ?? '' }
}

/** One text up to the end of the line or a comment. */
export function readScalar(source: string, refuse: Refuse): string {
  const { text, end } = scalarAt(source, 0, refuse, false)
  const rest = source.slice(end)
  if (rest.trim() !== '' && !/^\s+#/u.test(rest))
    refuse(`unexpected text after ${source.slice(0, end)}`, quoteIt)
  return text
}

/** `[a, "b, c"]` on one line. */
export function readList(source: string, refuse: Refuse): readonly string[] {
  const items: string[] = []
  const hint = 'Write [one, two] on one line, or one `- item` per line.'
  let at = skipSpaces(source, 1)
  while (source[at] !== ']') {
    const { text, end } = scalarAt(source, at, refuse, true)
    items.push(text)
    at = skipSpaces(source, end)
    if (source[at] === ',') at = skipSpaces(source, at + 1)
    else if (source[at] !== ']') refuse('the list has no closing bracket.', hint)
  }
  const rest = source.slice(at + 1)
  if (rest.trim() !== '' && !/^\s+#/u.test(rest)) refuse('unexpected text after the list.', hint)
  return items
}

type Scalar = { readonly text: string; readonly end: number }

function scalarAt(source: string, start: number, refuse: Refuse, inList: boolean): Scalar {
  const first = source[start]
  if (first === '"') return doubleQuoted(source, start, refuse)
  if (first === "'") return singleQuoted(source, start, refuse)
  if (inList && first === '[') refuse('a list within a list is not supported.', quoteIt)
  const plain = (inList ? /^[^,[\]{}]*/u : /^.*$/u).exec(source.slice(start))?.[0] ?? ''
  const text = plain.replace(/(?:^|\s+)#.*$/u, '').trimEnd()
  if (text === '' && inList) refuse('the list has an empty item.', 'Write [one, two].')
  if (unread.test(text) || text.startsWith('[')) refuse(`not supported: ${text.slice(0, 40)}`, quoteIt)
  if (/:(?:\s|$)/u.test(text)) refuse(`unexpected colon in the text: ${text.slice(0, 40)}`, quoteIt)
  return { text: /^(?:~|null)$/u.test(text) ? '' : text, end: start + text.length }
}

function singleQuoted(source: string, start: number, refuse: Refuse): Scalar {
  const found =
    /^'((?:[^']|'')*)'/u.exec(source.slice(start)) ?? refuse('a quoted text has no closing quote.', quoteIt)
  return { text: (found[1] ?? '').replaceAll("''", "'"), end: start + found[0].length }
}

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  '"': '"',
  '\\': '\\',
  '/': '/',
  ' ': ' ',
}

function doubleQuoted(source: string, start: number, refuse: Refuse): Scalar {
  const found =
    /^"((?:[^"\\]|\\.)*)"/u.exec(source.slice(start)) ??
    refuse('a quoted text has no closing quote.', quoteIt)
  const text = (found[1] ?? '').replace(
    /\\(?:u([0-9a-fA-F]{4})|(.))/gu,
    (whole, code: string | undefined, letter: string | undefined) => {
      if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16))
      return own(escapes, letter ?? '') ?? refuse(`unknown escape ${whole}.`, 'Write \\\\ for \\.')
    },
  )
  return { text, end: start + found[0].length }
}

function skipSpaces(source: string, from: number): number {
  let at = from
  while (source[at] === ' ') at += 1
  return at
}
