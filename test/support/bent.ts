import fc from 'fast-check'
import { isJsonObject, type Json } from '../../src/domain/json.ts'

/** What nobody should send. */
export const odd = fc.oneof(
  fc.constantFrom<Json>(
    null,
    '',
    ' ',
    0,
    -1,
    1e308,
    true,
    [],
    {},
    '\u0000',
    '\ud800',
    '__proto__',
    'all',
    'system',
  ),
  fc.constantFrom<Json>(
    'boss',
    'boss@swarm-a',
    '@',
    'a@b@c',
    ':',
    'x'.repeat(5000),
    '\u202e\u001b[2J',
    'T-1',
  ),
  fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>,
)
export const bends = fc.array(fc.tuple(fc.nat(), fc.constantFrom('put', 'drop', 'add'), odd), {
  maxLength: 3,
})

/** Changes one part of a value, chosen by a number among all its parts. */
export function bend(value: Json, at: number, how: string, part: Json): Json {
  const paths = pathsIn(value)
  const path = paths[at % paths.length] ?? []
  return change(value, path, how, part)
}

function pathsIn(value: Json): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [[]]
  return [
    [],
    ...Object.entries(value).flatMap(([key, inner]) => pathsIn(inner as Json).map((path) => [key, ...path])),
  ]
}

function change(value: Json, [key, ...rest]: readonly string[], how: string, part: Json): Json {
  if (key === undefined || typeof value !== 'object' || value === null)
    return how === 'add' && isJsonObject(value) ? { ...value, added: part } : part
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as { [key: string]: Json }
  if (how === 'drop' && rest.length === 0) delete copy[key]
  else copy[key] = change(copy[key] ?? null, rest, how, part)
  return copy as Json
}
