/** `a, b and 3 more`: no more texts than these. */
export function firstFew(texts: readonly string[], most: number): string {
  if (texts.length <= most) return texts.join(', ')
  return `${texts.slice(0, most).join(', ')} and ${texts.length - most} more`
}
