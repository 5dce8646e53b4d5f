const longestSubject = 120

/** A name of another system as part of an address: what addresses have for themselves becomes a hyphen. */
export function nameIn(text: string): string {
  return text.trim().replace(/[^\p{L}\p{N}_+.-]/gu, '-')
}

/** For mail that has no subject: the first line of its text. */
export function subjectOf(text: string): string {
  const [first = ''] = text.trim().split('\n')
  return first.length > longestSubject ? `${first.slice(0, longestSubject - 1)}…` : first
}
