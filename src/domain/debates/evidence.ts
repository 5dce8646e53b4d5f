import { isJsonObject, type Json, type JsonObject, jsonFlaw } from '../json.ts'
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

/** The kind of a piece of evidence. All but a text can be looked up or repeated. */
type EvidenceKind = 'test' | 'benchmark' | 'code' | 'citation' | 'text'

/** Patterns are made when evidence is graded: reading them takes longer than all else that a command loads of debates. */
type Patterns = () => readonly (readonly [RegExp, EvidenceKind])[]

const kindsOfType: Patterns = () => [
  [/^tests?(?:[ _-]results?)?$/iu, 'test'],
  [/^(?:benchmarks?|performance|measurements?)$/iu, 'benchmark'],
  [/^code$/iu, 'code'],
  [/^(?:references?|citations?|docs?|documentation|specs?|security(?:[ _-]analysis)?)$/iu, 'citation'],
]
/** The first that fits says what a text refers to. */
const kindsOfText: Patterns = () => [
  [
    /\b(?:tests?|specs?)\b[^.]*\b(?:pass(?:es|ed)?|fail(?:s|ed|ing)?|green|red)\b|\.(?:test|spec)\.\w+|\btests?\//iu,
    'test',
  ],
  [/\bbenchmark(?:s|ed)?\b|\bmeasured\b|\bprofil(?:e|ed|ing)\b/iu, 'benchmark'],
  [
    /\d\s?[kmg]?\+?\s?(?:%|(?:ms|µs|[kmgt]i?b|x|times)\b|(?:req|requests|ops|queries|rows|msgs?|messages)\b\s?(?:\/|per)\s?s)/iu,
    'benchmark',
  ],
  [/`[^`]+`|\b[\w/-]+\.[a-z]{1,4}:\d+/iu, 'code'],
  [
    /https?:\/\/|\b(?:rfc|cve|iso|nist|pep)[\s-]?\d|\bowasp\b|\bcommit [\da-f]{7,}\b|\b(?:specification|documentation|docs|audit|paper)\b/iu,
    'citation',
  ],
  [/\bsee (?:the )?(?:tests?|code|spec)\b/iu, 'citation'],
]
/** "Popularity arguments alone" and what goes with them. */
function isPopularity(text: string): boolean {
  return /\b(?:every(?:one|body)|nobody|most (?:people|teams)|popular|industry standard|common practice|always done|used by)\b/iu.test(
    text,
  )
}

function isFailure(text: string): boolean {
  return /\b(?:fail(?:s|ed|ing|ure)?|red|broken|error)\b|^no$/iu.test(text)
}

function textIn(item: JsonObject, name: string): string {
  const value = item[name]
  return typeof value === 'string' ? value.trim() : ''
}

export function evidenceKind(item: Evidence): EvidenceKind {
  if (typeof item === 'string') return kindsOfText().find(([form]) => form.test(item))?.[1] ?? 'text'
  const type = textIn(item, 'type')
  const found = kindsOfType().find(([form]) => form.test(type))?.[1]
  return found ?? (textIn(item, 'source') + textIn(item, 'url') === '' ? 'text' : 'citation')
}

/** A test that fails speaks against what it was brought for. */
function isFailedTest(item: Evidence): boolean {
  if (evidenceKind(item) !== 'test') return false
  return isFailure(typeof item === 'string' ? item : textIn(item, 'result'))
}

/**
 * One piece of evidence, by its kind: what is typed and filled in is strong, what a text refers to is moderate, an assertion
 * or popularity is weak.
 */
export function strengthOfItem(item: Evidence): Strength {
  const kind = evidenceKind(item)
  if (kind === 'text' || isFailedTest(item)) return 'weak'
  if (typeof item === 'string') return isPopularity(item) ? 'weak' : 'moderate'
  const isNamed = ['data', 'source', 'url'].some((name) => textIn(item, name) !== '')
  const isTyped = kindsOfType().some(([form]) => form.test(textIn(item, 'type')))
  // A test without a result proves nothing.
  if (kind === 'test' && textIn(item, 'result') === '') return isNamed ? 'moderate' : 'weak'
  if (isTyped) return isNamed || kind === 'test' ? 'strong' : 'weak'
  return 'moderate'
}

/** A reason within a statement: what follows "because", unless it is popularity. */
function givesReason(text: string | null): boolean {
  const [, reason = ''] = /\bbecause\b(.*)$/isu.exec(text ?? '') ?? []
  return reason.trim() !== '' && !isPopularity(reason)
}

/**
 * The strongest thing that a message brings; a reason alone is moderate, an assertion is weak. A failed test takes one step
 * away.
 */
export function strengthOf(kind: Kind, payload: Json | undefined, body: string): Strength {
  const { statement, rationale, evidence } = contentOf(payload)
  // The text of an EVIDENCE message without fields counts as its evidence.
  const items = evidence.length === 0 && kind === 'evidence' ? [body] : evidence
  const isReasoned = rationale.length > 0 || givesReason(statement ?? body)
  const found = items.map(strengthOfItem)
  const best = found.includes('strong') ? 2 : isReasoned || found.includes('moderate') ? 1 : 0
  return strengths[Math.max(0, items.some(isFailedTest) ? best - 1 : best)] ?? 'weak'
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
    return jsonFlaw(value) === null ? value : undefined
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
