/** An agent without its swarm. */
export function shortName(address: string): string {
  const short = address.slice(address.indexOf('/') + 1)
  return short === '' ? address : short
}

/** The same of what was written to, where that is an agent: of places, sets and patterns each part is needed. */
export function shortRecipient(address: string): string {
  return /[:@*]/u.test(address) ? address : shortName(address)
}
