/** Where a link leads: a whole address of the web or of mail, in printable ASCII. It can be handed to terminals and programs. */
export type LinkTarget = string & { readonly __link: unique symbol }

/** The longest link that terminals accept. */
const longest = 2_083
const shownWhole = 120

/**
 * The target as browsers read it: `http`, `https` or `mailto`. `null` for whatever else: other schemes start programs, a
 * name before the host passes for the host, and what follows a mail address could attach files.
 */
export function linkTarget(text: string): LinkTarget | null {
  if (text.length > longest || !/^(?:https?:\/\/|mailto:)/iu.test(text) || !URL.canParse(text)) return null
  const { href, protocol, username, password, search, hash } = new URL(text)
  if (href.length > longest || !/^[\x21-\x7e]+$/u.test(href)) return null
  const isFair = protocol === 'mailto:' ? search === '' && hash === '' : username === '' && password === ''
  return isFair ? (href as LinkTarget) : null
}

/** Whether the text of a link already shows its target. */
export function tellsTarget(words: string, target: LinkTarget): boolean {
  return [words, `${words}/`, `http://${words}`, `http://${words}/`, `mailto:${words}`].includes(target)
}

/** A target as one reads it: a long one by its host, which no length can push out of sight. */
export function targetWords(target: LinkTarget): string {
  if (target.length <= shownWhole) return target
  const { origin, protocol } = new URL(target)
  const begin = protocol === 'mailto:' ? target.slice(0, shownWhole) : `${origin}/`
  return `${begin}… ${target.length} characters`
}
