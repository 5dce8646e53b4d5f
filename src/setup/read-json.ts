import { parse } from 'jsonc-parser'
import { isJsonObject, type Json, type JsonObject } from '../domain/json.ts'

/** The settings in a text; none where it holds no object. */
export function jsonOf(text: string): JsonObject {
  const value: unknown = parse(text, [], { allowTrailingComma: true })
  return isJsonObject(value) ? value : {}
}

/** What a list holds; nothing where it is none. */
export function itemsOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : []
}
