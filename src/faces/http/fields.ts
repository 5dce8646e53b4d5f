import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import { own } from '../../domain/own.ts'
import { badRequest, type Refusal } from './refusal.ts'

/** What is answered to a field that is wrong. */
type Refuse = (detail: string, at: readonly string[]) => Refusal

/**
 * Fields of a body, `null` being absent and unknown ones passed over.
 * @param at where the body stands in the request
 * Each @throws Refusal (400) for another type.
 */
export function readBody(
  body: Json | undefined,
  refuse: Refuse = badRequest,
  at: readonly string[] = ['body'],
) {
  if (!isJsonObject(body)) throw refuse('the body must be a JSON object', at)
  return fieldsOf(body, (detail, name) => refuse(detail, [...at, name]))
}

export type BodyFields = ReturnType<typeof fieldsOf>

function fieldsOf(body: JsonObject, refuse: (detail: string, name: string) => Refusal) {
  const find = <T>(names: readonly string[], is: (value: Json) => value is T & Json, what: string) => {
    for (const name of names) {
      const value = own(body, name)
      if (value === undefined || value === null) continue
      if (is(value)) return value as T
      throw refuse(`${name} must be ${what}`, name)
    }
    return undefined
  }
  const text = (...names: readonly string[]) => find<string>(names, isText, 'a string')
  const required = <T>(value: T | undefined, ...names: readonly string[]): T => {
    if (value !== undefined) return value
    throw refuse(`${names.join(' or ')} is missing`, names[0] ?? '')
  }
  return {
    text,
    requiredText: (...names: readonly string[]) => required(text(...names), ...names),
    flag: (name: string) => find<boolean>([name], isFlag, 'true or false') ?? false,
    texts: (name: string) => find<readonly string[]>([name], isTexts, 'a list of strings'),
    object: (name: string) => find<JsonObject>([name], isJsonObject, 'an object'),
    any: (name: string): Json | undefined => body[name] ?? undefined,
    isNull: (name: string): boolean => own(body, name) === null,
    word<const W extends readonly string[]>(name: string, words: W): W[number] | undefined {
      const value = text(name)
      if (value === undefined || words.includes(value)) return value
      throw refuse(`${name} must be one of ${words.join(', ')}`, name)
    },
  }
}

function isText(value: Json): value is string {
  return typeof value === 'string'
}

function isFlag(value: Json): value is boolean {
  return typeof value === 'boolean'
}

function isTexts(value: Json): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}
