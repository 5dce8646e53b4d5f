/** Several in one text, separated by commas, as HAAK writes tags and recipients. No address contains a comma. */
export function listed(texts: readonly string[]): readonly string[] {
  return texts.flatMap((text) => {
    if (!text.includes(',')) return [text]
    return text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
  })
}
