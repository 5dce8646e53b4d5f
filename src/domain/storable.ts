const lost = /\0|\p{Surrogate}/gu
/** Nearly every text is told apart by these, which need no tables of Unicode. */
const suspect = /[\0\ud800-\udfff]/

/**
 * A text that every store keeps as it is. A NUL and half of a surrogate pair become the sign for a lost character: SQLite cuts a
 * text at the one, PostgreSQL stores neither, and JSON of one engine would not be JSON of the other.
 */
export function storableText(text: string): string {
  return suspect.test(text) ? text.replace(lost, '\ufffd') : text
}

/** The same for each text and name within a value. A value without any such text is answered itself. */
export function storable<T>(value: T): T {
  if (typeof value === 'string') return storableText(value) as T
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => storable(item))
    return items.some((item, at) => item !== value[at]) ? (items as T) : value
  }
  const entries = Object.entries(value)
  const kept = entries.map(([name, part]): [string, unknown] => [storableText(name), storable(part)])
  const isSame = kept.every(([name, part], at) => name === entries[at]?.[0] && part === entries[at]?.[1])
  return isSame ? value : (Object.fromEntries(kept) as T)
}
