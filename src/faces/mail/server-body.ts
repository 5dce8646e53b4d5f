import { deepestJson, isDeeper, type Json } from '../../domain/json.ts'
import { badRequest } from './refusal.ts'

/** @throws Refusal 400 for text that is not JSON, or nested too deep to walk */
export function parseBody(text: string): Json | undefined {
  if (text.trim() === '') return undefined
  let value: Json
  try {
    value = JSON.parse(text) as Json
  } catch {
    throw badRequest('the body is not JSON')
  }
  if (isDeeper(value, deepestJson)) throw badRequest(`the body is nested more than ${deepestJson} deep`)
  return value
}
