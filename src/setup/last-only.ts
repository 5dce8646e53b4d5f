/** Reads a text once, however often it is asked of before another one is. Nobody changes what was read. */
export function lastOnly<T>(read: (text: string) => T): (text: string) => T {
  let last: { readonly text: string; readonly read: T } | null = null
  return (text) => {
    if (last?.text !== text) last = { text, read: read(text) }
    return last.read
  }
}
