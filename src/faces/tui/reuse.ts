type Plain = Readonly<Record<string, unknown>>

/**
 * `after`, built from the parts of `before` wherever they are equal; all of `before` if nothing changed. Rows of an
 * array are matched by their `id`, else by their place. Each part keeps its drawing, so a question that is asked again
 * after each change redraws only the changed parts.
 */
export function reuse<T>(before: unknown, after: T): T {
  if (Object.is(before, after)) return after
  if (Array.isArray(before) && Array.isArray(after)) return reuseItems(before, after) as T
  return isPlain(before) && isPlain(after) ? (reuseFields(before, after) as T) : after
}

function reuseItems(before: readonly unknown[], after: readonly unknown[]): readonly unknown[] {
  const known = new Map(before.map((item, at) => [keyOf(item, at), item]))
  const items = after.map((item, at) => reuse(known.get(keyOf(item, at)), item))
  return items.length === before.length && items.every((item, at) => Object.is(item, before[at]))
    ? before
    : items
}

function keyOf(item: unknown, at: number): unknown {
  return isPlain(item) && typeof item['id'] === 'string' ? item['id'] : at
}

function reuseFields(before: Plain, after: Plain): Plain {
  const names = Object.keys(after)
  let same = names.length === Object.keys(before).length
  const entries = names.map((name) => {
    const value = reuse(before[name], after[name])
    same &&= Object.hasOwn(before, name) && Object.is(value, before[name])
    return [name, value] as const
  })
  return same ? before : Object.fromEntries(entries)
}

function isPlain(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}
