import { type Json, type JsonObject, jsonFlaw } from '../../domain/json.ts'
import { hasRounded } from '../../domain/rounded.ts'
import { badRequest } from './refusal.ts'

/** The fields of a form; of one that comes twice, the last. */
export function parseForm(text: string): JsonObject {
  return Object.fromEntries(new URLSearchParams(text))
}

/** @throws Refusal 400 for text that is not JSON, or that cannot be kept as it came */
export function parseBody(text: string): Json | undefined {
  if (text.trim() === '') return undefined
  let value: Json
  try {
    value = JSON.parse(text) as Json
  } catch {
    throw badRequest('the body is not JSON')
  }
  const flaw = jsonFlaw(value, hasRounded(text))
  if (flaw !== null) throw badRequest(`the body has ${flaw}`)
  return value
}
