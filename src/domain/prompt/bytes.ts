/** Bytes of a text in UTF-8, without encoding it. */
export function bytesOf(text: string): number {
  let bytes = text.length
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit < 0x80) continue
    // Two units of a pair have four bytes between them.
    bytes += unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 1 : 2
  }
  return bytes
}

/** The longest prefix of whole characters that fits into the given bytes. */
export function startWithin(text: string, most: number): string {
  let bytes = 0
  let end = 0
  for (const character of text) {
    bytes += bytesOf(character)
    if (bytes > most) return text.slice(0, end)
    end += character.length
  }
  return text
}
