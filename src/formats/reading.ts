import type { Json, JsonObject } from '../domain/json.ts'
import { requireRecord, UnreadableError } from './fields.ts'
import type { Found } from './format.ts'

/** Reads one record; a record that makes no sense is reported with its place. */
export function reading(
  read: (record: JsonObject, where: string) => readonly Found[],
): (value: Json, where: string) => readonly Found[] {
  return (value, where) => {
    try {
      return read(requireRecord(value), where)
    } catch (error) {
      if (error instanceof UnreadableError) return [{ type: 'skipped', where, why: error.message }]
      throw error
    }
  }
}

/** Reads each record of a list separately. */
export function readingList(
  read: (value: Json, where: string) => readonly Found[],
): (value: Json, where: string) => readonly Found[] {
  return (value, where) =>
    Array.isArray(value)
      ? value.flatMap((item: Json, at) => read(item, `${where}[${at}]`))
      : read(value, where)
}
