import type { Json } from '../../domain/json.ts'
import { badRequest } from './refusal.ts'

const deepest = 100

/** @throws Refusal 400 for what is no JSON, or nested so deep that whoever walks it falls */
export function parseBody(text: string): Json | undefined {
  if (text.trim() === '') return undefined
  let value: Json
  try {
    value = JSON.parse(text) as Json
  } catch {
    throw badRequest('the body is not JSON')
  }
  if (isDeeper(value, deepest)) throw badRequest(`the body is nested more than ${deepest} deep`)
  return value
}

function isDeeper(value: Json, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (depth === 0) return true
  return Object.values(value).some((part: Json) => isDeeper(part, depth - 1))
}
