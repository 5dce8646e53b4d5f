/** The source of a regular expression, with the flag `u` or without it, that matches just this text. */
export function literal(text: string): string {
  // A hyphen needs no escape outside a class, and with the flag `u` may have none.
  return text.replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&')
}
