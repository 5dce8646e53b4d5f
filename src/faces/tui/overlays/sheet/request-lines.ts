import { isJsonObject, type Json } from '../../../../domain/json.ts'
import { plain, reveal, type Safe, sanitize, sanitizeLine } from '../../../../domain/sanitize.ts'
import type { PermissionRequestValue } from '../../../../values/approvals-schema.ts'
import { age } from '../../../present.ts'
import { type Line, type Look, span, word } from '../../text/line.ts'
import { wrap } from '../../text/text-wrap.ts'

/** The whole request, so that nothing of it is hidden: what cannot be seen is shown as its number. */
export function requestLines(value: PermissionRequestValue, width: number, now: number): readonly Line[] {
  const { asked, session, helper, since, until, isOpen } = value
  const left = Math.max(0, Math.ceil((Date.parse(until) - now) / 1000))
  const { tool, folder, input } = asked
  return [
    ...(isOpen && left > 0
      ? wrapped(`The session waits ${left} s for your answer, then it asks at its own prompt.`, 'bold', width)
      : wrapped(
          "This request can no longer be answered here. Answer it at the agent's own prompt.",
          'urgent',
          width,
        )),
    [],
    ...fact('tool', tool, width),
    ...fact('folder', folder, width),
    ...(session === null ? [] : fact('session', session, width)),
    ...(helper === null ? [] : fact('helper', helper, width)),
    [word('asked'.padEnd(9), 'dim'), word(`${age(since, now)} ago`)],
    [],
    ...partsOf(input ?? null).flatMap(([name, part]) => [
      [span(sanitizeLine(reveal(name)), 'section')],
      ...shown(part, width),
      [],
    ]),
  ]
}

function wrapped(text: string, look: Look, width: number): readonly Line[] {
  return wrap(plain(text), width).map((line): Line => [span(line, look)])
}

function fact(name: string, value: Json | undefined, width: number): readonly Line[] {
  if (value === undefined || value === null) return []
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const [first = '', ...rest] = wrap(sanitizeLine(reveal(text)), Math.max(8, width - 9))
  return [
    [word(name.padEnd(9), 'dim'), span(first as Safe)],
    ...rest.map((line): Line => [word(' '.repeat(9)), span(line)]),
  ]
}

function partsOf(input: Json): readonly (readonly [string, Json])[] {
  return isJsonObject(input) ? Object.entries(input) : [['input', input]]
}

/** Text as it is written, line by line; everything else as JSON. */
function shown(part: Json, width: number): readonly Line[] {
  const text = typeof part === 'string' ? part : JSON.stringify(part, null, 2)
  return wrap(sanitize(reveal(text)), Math.max(8, width - 2)).map((line): Line => [word('  '), span(line)])
}
