const bytesPerToken = 3

/**
 * About how many tokens a model reads a text as: three bytes of UTF-8 are taken for one. Prose has more bytes to a token
 * and ids have fewer, so that a text which is within a budget by this measure is seldom beyond it by any other.
 */
export function tokensOf(text: string): number {
  return Math.ceil(bytesOf(text) / bytesPerToken)
}

function bytesOf(text: string): number {
  let bytes = text.length
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit < 0x80) continue
    // Two units of a pair have four bytes between them.
    bytes += unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 1 : 2
  }
  return bytes
}
