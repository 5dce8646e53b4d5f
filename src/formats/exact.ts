import { isJsonObject, type Json, type JsonObject } from '../domain/json.ts'
import { own } from '../domain/own.ts'

/**
 * Returns a record exactly as it came. Fields of a format that we do not have are kept under the format's name; where our
 * own print of a field would differ from what came, both are kept: `was` is ours, `is` came. It is put back only
 * while our print is still `was`: a field changed since (a status, a time of reading) is written as it is now.
 */
type Kept = {
  readonly more: JsonObject
  readonly exact: { readonly [key: string]: { readonly was?: Json; readonly is?: Json; readonly in?: Json } }
}

/** The `meta` of a record; `base` is our print of it without any. `null` if the print contains everything. */
export function metaOf(format: string, base: JsonObject, raw: JsonObject): JsonObject | null {
  const { more, exact } = difference(base, raw)
  const isEmpty = (record: object) => Object.keys(record).length === 0
  if (isEmpty(more) && isEmpty(exact)) return null
  return { [format]: more, ...(isEmpty(exact) ? {} : { exact: { [format]: exact } }) }
}

function difference(base: JsonObject, raw: JsonObject): Kept {
  const more: [string, Json][] = []
  const exact: [string, { was?: Json; is?: Json; in?: Json }][] = []
  for (const key of new Set([...Object.keys(base), ...Object.keys(raw)])) {
    const was = own(base, key)
    const is = own(raw, key)
    if (isSame(was, is)) continue
    if (was === undefined && is !== undefined) more.push([key, is])
    else if (isJsonObject(was) && isJsonObject(is)) exact.push([key, { in: difference(was, is) as Json }])
    else exact.push([key, { ...(was === undefined ? {} : { was }), ...(is === undefined ? {} : { is }) }])
  }
  return { more: Object.fromEntries(more), exact: Object.fromEntries(exact) }
}

/** Our print with the kept fields put back, without those of other formats. */
export function restored(format: string, base: JsonObject, meta: JsonObject | null): JsonObject {
  if (meta === null) return base
  const more = own(meta, format)
  const all = own(meta, 'exact')
  const exact = isJsonObject(all) ? own(all, format) : undefined
  return restore(base, { more: asRecord(more), exact: asRecord(exact) as Kept['exact'] })
}

function restore(base: JsonObject, { more, exact }: Kept): JsonObject {
  const entries = Object.entries(base).flatMap(([key, value]): [string, Json][] => {
    const kept = own(exact, key)
    if (!isJsonObject(kept)) return [[key, value]]
    const inner = own(kept, 'in')
    if (isJsonObject(inner) && isJsonObject(value))
      return [
        [
          key,
          restore(value, {
            more: asRecord(own(inner, 'more')),
            exact: asRecord(own(inner, 'exact')) as Kept['exact'],
          }),
        ],
      ]
    if (!isSame(own(kept, 'was'), value)) return [[key, value]]
    const is = own(kept, 'is')
    return is === undefined ? [] : [[key, is]]
  })
  const added = Object.entries(more).filter(([key]) => !Object.hasOwn(base, key))
  return Object.fromEntries([...entries, ...added])
}

function asRecord(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {}
}

/** Equal as JSON, in any order of the keys. */
export function isSame(one: Json | undefined, other: Json | undefined): boolean {
  if (one === other) return true
  if (Array.isArray(one) || Array.isArray(other)) {
    if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false
    return one.every((item: Json, at) => isSame(item, other[at]))
  }
  if (!isJsonObject(one) || !isJsonObject(other)) return false
  const keys = Object.keys(one)
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isSame(one[key], other[key]))
  )
}
