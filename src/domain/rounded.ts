/** Whether a text of JSON has an integer, written in digits, that is another when it is read. */
export function hasRounded(text: string): boolean {
  if (!/\d{16}/u.test(text)) return false
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/gu) ?? []
  return tokens.some((token) => /^-?\d{16,}$/u.test(token) && BigInt(token) !== BigInt(Number(token)))
}
