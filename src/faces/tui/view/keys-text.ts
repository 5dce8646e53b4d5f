/** Keys as they are told: those of a sequence without blanks, ways to say the same beside each other. */
export function keysText(keys: readonly string[]): string {
  return keys.map((key) => key.replaceAll(' ', '')).join(' ')
}
