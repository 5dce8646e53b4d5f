import type { Json } from '../../src/domain/json.ts'

type Line = { readonly indent: number; readonly text: string }

/** Reads YAML as the protocol's OpenAPI documents are written: block maps and lists, flow collections, scalars of one line or more. */
export function readPlainYaml(text: string): Json {
  const lines = linesOf(text)
  const { value, next } = block(lines, 0)
  if (next !== lines.length) throw new Error(`not understood: ${lines[next]?.text}`)
  return value
}

/** A flow collection, or a text, that goes on over several lines becomes one. */
function linesOf(text: string): readonly Line[] {
  const lines: Line[] = []
  let open = 0
  for (const raw of text.split('\n')) {
    const bare = raw.trim()
    if (bare === '' || bare.startsWith('#')) continue
    const last = lines.at(-1)
    const indent = raw.length - raw.trimStart().length
    if (last !== undefined && (open > 0 || goesOn(last, indent)))
      lines[lines.length - 1] = { ...last, text: `${last.text} ${bare}` }
    else lines.push({ indent, text: bare })
    open += count(bare, /[{[]/gu) - count(bare, /[}\]]/gu)
  }
  return lines
}

/** Below a value that stands in its own line there is nothing but the rest of it. */
function goesOn({ indent, text }: Line, next: number): boolean {
  const own = text.startsWith('- ') ? indent + 2 : indent
  return next > own && /^(?:- )?(?:'[^']*'|[^:]+): ./u.test(text)
}

const count = (text: string, what: RegExp) => text.match(what)?.length ?? 0

function block(lines: readonly Line[], at: number): { readonly value: Json; readonly next: number } {
  const { indent = 0, text = '' } = lines[at] ?? {}
  if (text.startsWith('- ')) {
    const items: Json[] = []
    while (lines[at]?.indent === indent && lines[at]?.text.startsWith('- ')) {
      const inner = [{ indent: indent + 2, text: lines[at]?.text.slice(2) ?? '' }]
      for (at += 1; (lines[at]?.indent ?? -1) > indent; at += 1) inner.push(lines[at] as Line)
      items.push(
        /^[\w$'/-]+:( |$)/u.test(inner[0]?.text ?? '') ? block(inner, 0).value : scalar(inner[0]?.text ?? ''),
      )
    }
    return { value: items, next: at }
  }
  const map: { [key: string]: Json } = {}
  while (lines[at]?.indent === indent) {
    const [, key = '', rest = ''] = /^('[^']*'|[^:]+):(?: (.*))?$/u.exec(lines[at]?.text ?? '') ?? []
    const name = key.replace(/^'|'$/gu, '')
    at += 1
    if (rest !== '') map[name] = scalar(rest)
    else if (lines[at]?.indent === indent && lines[at]?.text.startsWith('- '))
      ({ value: map[name] = null, next: at } = block(lines, at))
    else if ((lines[at]?.indent ?? -1) > indent) ({ value: map[name] = null, next: at } = block(lines, at))
    else map[name] = null
  }
  return { value: map, next: at }
}

function scalar(text: string): Json {
  if (text.startsWith('{') || text.startsWith('['))
    return JSON.parse(
      text
        .replaceAll("'", '"')
        .replaceAll(/([{,]\s*)([$\w]+)\s*:/gu, '$1"$2":')
        .replaceAll(
          /(:|\[|,)\s*([A-Za-z_][\w-]*)\s*(?=[,}\]])/gu,
          (_, before, word) => `${before} ${['true', 'false', 'null'].includes(word) ? word : `"${word}"`}`,
        ),
    ) as Json
  if (/^(?:true|false|null|-?\d+(?:\.\d+)?)$/u.test(text)) return JSON.parse(text) as Json
  return text.replace(/^(['"])(.*)\1$/u, '$2')
}
