/** One place where two answers are not the same; `order`: the same items in another order. */
export type Difference = {
  readonly path: string
  readonly one: unknown
  readonly other: unknown
  readonly order: boolean
}

/** Every innermost place where two answers differ. */
export function differences(one: unknown, other: unknown, path = ''): readonly Difference[] {
  if (JSON.stringify(one) === JSON.stringify(other)) return []
  const here = (order: boolean): readonly Difference[] => [{ path, one, other, order }]
  if (Array.isArray(one) && Array.isArray(other)) {
    if (one.length !== other.length) return here(false)
    if (sorted(one) === sorted(other)) return here(true)
    return one.flatMap((item, at) => differences(item, other[at], `${path}[${at}]`))
  }
  if (!isRecord(one) || !isRecord(other)) return here(false)
  const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])]
  const inner = keys.flatMap((key) => differences(one[key], other[key], `${path}.${key}`))
  return inner.length > 0 ? inner : here(true)
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function sorted(items: readonly unknown[]): string {
  return items
    .map((item) => JSON.stringify(item))
    .sort()
    .join('\n')
}
