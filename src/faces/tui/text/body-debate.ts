import { debateBody } from '../../../domain/debates/debate-body.ts'
import {
  contentOf,
  evidenceLine,
  type Strength,
  strengthOf,
  strengthOfItem,
} from '../../../domain/debates/evidence.ts'
import { isJsonObject, type Json } from '../../../domain/json.ts'
import { isStance, type Kind } from '../../../domain/kind.ts'
import { sanitize } from '../../../domain/sanitize.ts'
import { bodyLines, sectionTitle } from './body.ts'
import type { ColourCode } from './code-parts.ts'
import { type Line, type Look, span, word } from './line.ts'
import { wrap } from './text.ts'

type Told = {
  readonly lines: readonly Line[]
  /** The parts that neither these lines nor others show yet. */
  readonly body: string
  readonly payload: Json
}

const looks: Readonly<Record<Strength, Look>> = { strong: 'bold', moderate: 'plain', weak: 'dim' }
const shownItems = 20
const itemLimit = 4_096

/** The claim of a debate message, its reason, and its evidence, each piece with its strength. */
export function debateLines(
  kind: Kind,
  body: string,
  payload: Json,
  columns: number,
  colour: ColourCode | null,
): Told {
  const content = contentOf(payload)
  const { statement, rationale, evidence } = content
  const bare = statement === null && rationale.length === 0 && evidence.length === 0
  if (!isStance(kind) || bare) return { lines: founded(kind, body, payload), body, payload }
  const section = (title: string, lines: readonly Line[]) =>
    lines.length === 0 ? [] : [sectionTitle(title, columns), ...lines]
  const items = evidence.slice(0, shownItems)
  const more = evidence.length - items.length
  const lines = [
    ...(statement === null ? [] : bodyLines(statement, columns, colour)),
    ...section(
      'rationale',
      rationale.slice(0, shownItems).flatMap((why) => bodyLines(why, columns, colour)),
    ),
    ...section('evidence', [
      ...items.flatMap((item) => itemLines(evidenceLine(item), strengthOfItem(item), columns)),
      ...(more > 0 ? [[word(`… ${more} more`, 'dim')]] : []),
    ]),
  ]
  const isSaid = debateBody(content) === body || statement === body.trim()
  return { lines, body: isSaid ? '' : body, payload: beyond(payload) }
}

/** Evidence without fields is as strong as what it says. */
function founded(kind: Kind, body: string, payload: Json): readonly Line[] {
  if (kind !== 'evidence') return []
  const strength = strengthOf(kind, payload, body)
  return [[word('evidence: ', 'dim'), word(strength, looks[strength])]]
}

function itemLines(text: string, strength: Strength, columns: number): readonly Line[] {
  const label = `${strength.padEnd(8)} `
  const beside = columns >= label.length + 12
  const room = beside ? columns - label.length : columns
  const words = wrap(sanitize(text.slice(0, itemLimit)), room).map((line): Line => [span(line)])
  if (!beside) return [[word(strength, looks[strength])], ...words]
  return words.map(
    (line, at): Line => [word(at === 0 ? label : ' '.repeat(label.length), looks[strength]), ...line],
  )
}

/** The parts of a payload beside CCCC's three fields. */
function beyond(payload: Json): Json {
  if (!isJsonObject(payload)) return payload
  const { statement: _, rationale: __, evidence: ___, ...rest } = payload
  return Object.keys(rest).length === 0 ? null : rest
}
