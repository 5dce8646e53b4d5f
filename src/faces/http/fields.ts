import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import { own } from '../../domain/own.ts'
import { badRequest } from './refusal.ts'

/** Fields of a body, `null` being absent and unknown ones passed over. Each @throws Refusal 400 for another type. */
export function readBody(body: Json | undefined) {
  if (!isJsonObject(body)) throw badRequest('the body must be a JSON object')
  return fieldsOf(body)
}

export type BodyFields = ReturnType<typeof fieldsOf>

function fieldsOf(body: JsonObject) {
  const find = <T>(names: readonly string[], is: (value: Json) => value is T & Json, what: string) => {
    for (const name of names) {
      const value = own(body, name)
      if (value === undefined || value === null) continue
      if (is(value)) return value as T
      throw badRequest(`${name} must be ${what}`)
    }
    return undefined
  }
  const text = (...names: readonly string[]) => find<string>(names, isText, 'a string')
  const required = <T>(value: T | undefined, ...names: readonly string[]): T => {
    if (value !== undefined) return value
    throw badRequest(`${names.join(' or ')} is missing`)
  }
  return {
    text,
    requiredText: (...names: readonly string[]) => required(text(...names), ...names),
    flag: (name: string) => find<boolean>([name], isFlag, 'true or false') ?? false,
    texts: (name: string) => find<readonly string[]>([name], isTexts, 'a list of strings'),
    object: (name: string) => find<JsonObject>([name], isJsonObject, 'an object'),
    any: (name: string): Json | undefined => body[name] ?? undefined,
    word<const W extends readonly string[]>(name: string, words: W): W[number] | undefined {
      const value = text(name)
      if (value === undefined || words.includes(value)) return value
      throw badRequest(`${name} must be one of ${words.join(', ')}`)
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
