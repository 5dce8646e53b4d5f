/** PostgreSQL keeps every character but NUL: that is kept as this one and a `0`, and this one itself twice. */
const mark = '\u{10fffd}'
const toEscape = /[\0\u{10fffd}]/gu
const escaped = /\u{10fffd}(.)/gu

/** A value as it is kept. */
export function kept(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(kept)
  if (typeof value !== 'string') return value ?? null
  return value.includes('\0') || value.includes(mark)
    ? value.replace(toEscape, (found) => (found === '\0' ? `${mark}0` : mark + mark))
    : value
}

/** A kept text as it was given. */
export function given(text: string): string {
  return text.includes(mark) ? text.replace(escaped, (_, next: string) => (next === '0' ? '\0' : next)) : text
}
