/** A command line as bash has it while it is written. */
export type BashLine = {
  /** Its words as the command would get them; the last is the one being written. */
  readonly words: readonly string[]
  /** The quote that is still open. */
  readonly quote: '' | '"' | "'"
  /** The part of the last word that bash treats as a separate word and would repeat. */
  readonly kept: number
}

/** Reads a line up to the caret: quotes and backslashes as bash does, and nothing is expanded. */
export function readBashLine(line: string, breaks: string): BashLine {
  const words: string[] = []
  let word: string | null = null
  let quote: BashLine['quote'] = ''
  let kept = 0
  for (let at = 0; at < line.length; at += 1) {
    const character = line.charAt(at)
    if (quote === "'") {
      if (character === "'") quote = ''
      else word += character
    } else if (character === '\\' && (quote === '' || /["$`\\]/u.test(line.charAt(at + 1)))) {
      at += 1
      word = (word ?? '') + line.charAt(at)
    } else if (quote === '"') {
      if (character === '"') quote = ''
      else word += character
    } else if (character === '"' || character === "'") {
      quote = character
      word ??= ''
      kept = word.length
    } else if (/\s/u.test(character)) {
      if (word !== null) words.push(word)
      word = null
      kept = 0
    } else {
      word = (word ?? '') + character
      if (breaks.includes(character)) kept = word.length
    }
  }
  return { words: [...words, word ?? ''], quote, kept }
}

/** Quotes a word so that bash reads exactly that word; `null` if that is impossible. */
export function writeForBash(word: string, { quote, kept }: BashLine): string | null {
  const rest = word.slice(kept)
  if (quote === "'") return rest.includes("'") ? null : rest
  if (quote === '"') return rest.includes('!') ? null : rest.replace(/["$`\\]/gu, '\\$&')
  return rest.replace(/[^\p{L}\p{N}_@%+=:,./-]/gu, '\\$&')
}
