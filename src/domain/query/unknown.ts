import { nearestNames } from '../addressing/nearest.ts'
import { searchKeys } from './query.ts'

/** A word before a colon that is no field, and names that nobody has, as sentences: such a search finds nothing. */
export function unknownIn(query: string, names: readonly string[] | null): readonly string[] {
  const words = [...query.replace(/"[^"]*"/gu, ' ').matchAll(/(?:^|[\s(])-?([a-z]+):([^\s"()]+)/giu)]
  return words.flatMap(([, key = '', value = '']) => {
    if (!(searchKeys as readonly string[]).includes(key)) return value.startsWith('//') ? [] : [noField(key)]
    return (key === 'from' || key === 'to') && names !== null ? noName(value, names) : []
  })
}

function noField(key: string): string {
  const [near] = nearestNames(key, searchKeys, 1)
  return `Unknown search field: ${key}:${near === undefined ? '' : ` (did you mean ${near}:?)`}`
}

/** Patterns, kinds of places and one's own name are left to the search. */
function noName(value: string, names: readonly string[]): readonly string[] {
  const wanted = value.toLowerCase()
  const isNamed = (name: string) => name.toLowerCase() === wanted || name.toLowerCase().endsWith(`/${wanted}`)
  if (/[:*@#]/u.test(value) || wanted === 'system' || names.some(isNamed)) return []
  const [near] = nearestNames(value, names, 1)
  return [`Unknown agent: ${value}${near === undefined ? '' : ` (did you mean ${near}?)`}`]
}
