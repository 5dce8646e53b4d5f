/** The first N characters, without half a surrogate pair at the end. */
export function wholeStart(text: string, most: number): string {
  const cut = text.slice(0, Math.max(0, most))
  return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut
}

/** The last N characters, without half a surrogate pair at the start. */
export function wholeEnd(text: string, most: number): string {
  const cut = text.slice(Math.max(0, text.length - most))
  return cut.length < text.length && /^[\udc00-\udfff]/.test(cut) ? cut.slice(1) : cut
}
