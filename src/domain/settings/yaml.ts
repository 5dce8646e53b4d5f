import { MailError } from '../errors.ts'
import { readList, readScalar, unquotedKey } from './yaml-scalar.ts'

export type YamlText = { readonly type: 'text'; readonly text: string; readonly line: number }
export type YamlList = { readonly type: 'list'; readonly items: readonly YamlText[]; readonly line: number }
export type YamlMap = { readonly type: 'map'; readonly entries: readonly YamlEntry[]; readonly line: number }
export type YamlValue = YamlText | YamlList | YamlMap
export type YamlEntry = { readonly key: string; readonly line: number; readonly value: YamlValue }

type Line = { readonly indent: number; readonly text: string; readonly line: number }

const unlike = 'the indentation does not match the lines above.'
/** A map at the top, and maps in it twice over. */
const deepest = 2

/**
 * Reads the part of YAML that settings need: maps, at most two within one another; plain and quoted texts on one
 * line; lists of texts, in brackets or one a line; comments. All other YAML is refused, never misread.
 * @throws MailError `usage`, beginning with `where:line`
 */
export function parseYaml(text: string, where: string): readonly YamlEntry[] {
  const refuse = (line: number, what: string, hint = 'Settings are `key: value` lines.'): never => {
    throw new MailError('usage', `${where}:${line}: ${what}`, hint)
  }
  const lines = linesOf(text, refuse)
  const [first] = lines
  if (first === undefined) return []
  if (isItem(first.text)) refuse(first.line, 'expected settings, not a list.')
  const reader = { lines, at: 0, refuse }
  const entries = readMap(reader, first.indent, 0)
  const left = lines[reader.at]
  if (left !== undefined) refuse(left.line, unlike)
  return entries
}

type Refuse = (line: number, what: string, hint?: string) => never
type Reader = { readonly lines: readonly Line[]; at: number; readonly refuse: Refuse }

function linesOf(text: string, refuse: Refuse): readonly Line[] {
  const lines: Line[] = []
  for (const [at, raw] of text
    .replace(/^\uFEFF/u, '')
    .split(/\r?\n/u)
    .entries()) {
    const indent = /^\s*/u.exec(raw)?.[0] ?? ''
    const content = raw.slice(indent.length).trimEnd()
    if (content === '' || content.startsWith('#')) continue
    if (/[^ ]/u.test(indent)) refuse(at + 1, 'the indentation contains a tab.', 'Indent with spaces.')
    if (content === '---' && lines.length === 0) continue
    if (/^(?:---|\.\.\.)(?:\s|$)/u.test(content) || content.startsWith('%'))
      refuse(at + 1, `not supported: ${content.slice(0, 20)}`)
    lines.push({ indent: indent.length, text: content, line: at + 1 })
  }
  return lines
}

function isItem(text: string): boolean {
  return text === '-' || text.startsWith('- ')
}

function readMap(reader: Reader, indent: number, depth: number): readonly YamlEntry[] {
  const entries: YamlEntry[] = []
  for (let line = reader.lines[reader.at]; line && line.indent >= indent; line = reader.lines[reader.at]) {
    if (line.indent > indent) reader.refuse(line.line, unlike)
    if (isItem(line.text)) reader.refuse(line.line, 'unexpected list among the settings.')
    reader.at += 1
    const { key, rest } = unquotedKey(line.text) ?? reader.refuse(line.line, `not a setting: ${line.text}`)
    if (entries.some((entry) => entry.key === key)) reader.refuse(line.line, `${key} is set twice.`)
    entries.push({ key, line: line.line, value: readValue(reader, line, rest, depth) })
  }
  return entries
}

function readValue(reader: Reader, line: Line, rest: string, depth: number): YamlValue {
  const refuse = (what: string, hint?: string) => reader.refuse(line.line, what, hint)
  if (rest.startsWith('[')) {
    const items = readList(rest, refuse).map((text): YamlText => ({ type: 'text', text, line: line.line }))
    return { type: 'list', items, line: line.line }
  }
  if (rest !== '' && !rest.startsWith('#'))
    return { type: 'text', text: readScalar(rest, refuse), line: line.line }
  const next = reader.lines[reader.at]
  if (next && isItem(next.text) && next.indent >= line.indent) return readItems(reader, next)
  if (next === undefined || next.indent <= line.indent) return { type: 'text', text: '', line: line.line }
  if (depth === deepest)
    reader.refuse(
      next.line,
      'the settings are nested too deep.',
      'Settings can have at most two levels below their block.',
    )
  return { type: 'map', entries: readMap(reader, next.indent, depth + 1), line: next.line }
}

function readItems(reader: Reader, first: Line): YamlList {
  const items: YamlText[] = []
  for (let line = reader.lines[reader.at]; line && line.indent >= first.indent; ) {
    const { indent, text, line: number } = line
    if (indent === first.indent && !isItem(text)) break
    if (indent > first.indent) reader.refuse(number, unlike)
    const refuse = (what: string, hint?: string) => reader.refuse(number, what, hint)
    items.push({ type: 'text', text: readScalar(text.slice(1).trim(), refuse), line: number })
    reader.at += 1
    line = reader.lines[reader.at]
  }
  return { type: 'list', items, line: first.line }
}
