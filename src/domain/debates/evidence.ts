import { deepestJson, isDeeper, isJsonObject, type Json, type JsonObject } from '../json.ts'
import type { Kind } from '../kind.ts'

/** How well a position is founded (CCCC, "What Counts as Evidence"), the weakest first. */
export const strengths = ['weak', 'moderate', 'strong'] as const
export type Strength = (typeof strengths)[number]

/** A text, or CCCC's `{type, data, source, url, result}`. */
export type Evidence = string | JsonObject

/** The fields of a debate message under CCCC's names; other fields of the payload are kept. */
export type Content = {
  readonly statement: string | null
  readonly rationale: readonly string[]
  readonly evidence: readonly Evidence[]
}

export function contentOf(payload: Json | undefined): Content {
  if (!isJsonObject(payload)) return { statement: null, rationale: [], evidence: [] }
  const { statement, rationale, evidence } = payload
  return {
    statement: typeof statement === 'string' && statement.trim() !== '' ? statement : null,
    rationale: listOf(rationale).filter(
      (reason) => typeof reason === 'string' && reason.trim() !== '',
    ) as string[],
    evidence: listOf(evidence).filter(
      (item) => isJsonObject(item) || (typeof item === 'string' && item.trim() !== ''),
    ) as Evidence[],
  }
}

function listOf(value: Json | undefined): readonly Json[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value : [value as Json]
}

const strongTypes =
  /^(?:code|tests?|test[ _-]results?|references?|docs?|documentation|specs?|benchmarks?|performance|security(?:[ _-]analysis)?)$/iu
/** "Popularity arguments alone" and what goes with them. */
const popularity =
  /\b(?:every(?:one|body)|nobody|most (?:people|teams)|popular|industry standard|common practice|always done)\b/iu
/** Evidence that others can look up or measure. */
const backing =
  /https?:\/\/|`|\d|\b[\w-]+\.[a-z]{1,4}(?::\d+)?\b|\b(?:rfc|cve|owasp|specs?|docs?|documentation|benchmarks?|measured|tests?|audit|profil\w+|commit|paper)\b/iu

/** One piece of evidence: typed and filled in is strong, named is moderate, asserted is weak. */
export function strengthOfItem(item: Evidence): Strength {
  if (typeof item === 'string') return backing.test(item) && !popularity.test(item) ? 'moderate' : 'weak'
  const has = (name: string) => typeof item[name] === 'string' && item[name].trim() !== ''
  const type = typeof item['type'] === 'string' ? item['type'].trim() : ''
  const named = has('data') || has('source') || has('url')
  // A test without a result proves nothing.
  if (/^test/iu.test(type) && !has('result')) return named ? 'moderate' : 'weak'
  if (strongTypes.test(type) && (named || has('result'))) return 'strong'
  return has('source') || has('url') ? 'moderate' : 'weak'
}

/** The strongest thing that a message brings; reasons alone are moderate, an assertion is weak. */
export function strengthOf(kind: Kind, payload: Json | undefined, body: string): Strength {
  const { rationale, evidence } = contentOf(payload)
  // The text of an EVIDENCE message without fields counts as its evidence.
  const items = evidence.length === 0 && kind === 'evidence' ? [body] : evidence
  const found = items.map(strengthOfItem)
  if (found.includes('strong')) return 'strong'
  return rationale.length > 0 || found.includes('moderate') ? 'moderate' : 'weak'
}

export function isWeaker(one: Strength, other: Strength): boolean {
  return strengths.indexOf(one) < strengths.indexOf(other)
}

/**
 * Evidence as somebody writes it in a line: JSON, `type=code,source=auth.ts:45,data=…` (the last field takes the
 * rest, commas and all), or plain text.
 */
export function readEvidence(written: string): Evidence {
  const text = written.trim()
  if (/^[{["]/u.test(text)) {
    const parsed = parsedJson(text)
    if (typeof parsed === 'string' || isJsonObject(parsed)) return parsed
  }
  return fieldsOf(text) ?? written
}

function parsedJson(text: string): Json | undefined {
  try {
    const value = JSON.parse(text) as Json
    return isDeeper(value, deepestJson) ? undefined : value
  } catch {
    return undefined
  }
}

const evidenceFields = ['type', 'data', 'source', 'url', 'result'] as const
const fieldStart = new RegExp(`(?:^|,)\\s*(${evidenceFields.join('|')})\\s*=`, 'gu')

function fieldsOf(text: string): JsonObject | undefined {
  const starts = [...text.matchAll(fieldStart)]
  if (starts[0]?.index !== 0) return undefined
  const fields = starts.map((start, at) => {
    const from = start.index + start[0].length
    return [start[1] ?? '', text.slice(from, starts[at + 1]?.index ?? text.length).trim()] as const
  })
  return Object.fromEntries(fields)
}

/** One line for people. */
export function evidenceLine(item: Evidence): string {
  if (typeof item === 'string') return item
  const text = (name: string) => (typeof item[name] === 'string' ? item[name] : '')
  const place = [text('source'), text('url')].filter((part) => part !== '').join(', ')
  const parts = [
    text('data'),
    place === '' ? '' : `(${place})`,
    text('result') === '' ? '' : `→ ${text('result')}`,
  ]
  const told = parts.filter((part) => part !== '').join(' ')
  const type = text('type')
  return type === '' ? told || JSON.stringify(item) : `${type}: ${told}`.trim()
}
