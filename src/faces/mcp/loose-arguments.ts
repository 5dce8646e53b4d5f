import type { JsonObject } from '../../domain/json.ts'
import { own } from '../../domain/own.ts'
import { withoutNulls } from './incoming.ts'
import type { Tool } from './tool.ts'

/** What models and clients write for a type of JSON, which is declared beside it. */
export function looseType(type: 'boolean' | 'integer' | 'array'): readonly string[] {
  return [type, 'string']
}

/** The arguments of a call: `null` is absent, and text stands for the flag or the list that the schema asks for. */
export function looseArguments({ inputSchema }: Pick<Tool, 'inputSchema'>, given: JsonObject): JsonObject {
  const properties = (inputSchema['properties'] ?? {}) as {
    readonly [name: string]: { readonly type?: unknown }
  }
  return Object.fromEntries(
    Object.entries(withoutNulls(given)).map(([name, value]) => {
      const type = own(properties, name)?.type
      const isLoose = typeof value === 'string' && Array.isArray(type)
      return [name, isLoose ? (meant(String(type[0]), value) ?? value) : value]
    }),
  )
}

function meant(type: string, text: string): boolean | readonly string[] | null {
  const trimmed = text.trim()
  if (type === 'boolean') return trimmed === 'true' ? true : trimmed === 'false' ? false : null
  if (type !== 'array' || !trimmed.startsWith('[')) return null
  try {
    const list: unknown = JSON.parse(trimmed)
    return Array.isArray(list) && list.every((one) => typeof one === 'string') ? list : null
  } catch {
    return null
  }
}
