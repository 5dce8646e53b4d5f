import { isJsonObject } from '../domain/json.ts'
import { othersFields } from './present-for-agents.ts'

/** Whether a value has words of others somewhere. */
export function isUntrusted(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isUntrusted)
  if (!isJsonObject(value)) return false
  if (value['untrusted'] === true) return true
  return Object.entries(value).some(([name, inner]) => !othersFields.has(name) && isUntrusted(inner))
}
