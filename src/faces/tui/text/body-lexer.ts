import { Lexer, type Token } from 'marked'

/** marked's inline rules are quadratic in a paragraph's length for some texts; these bound what one body costs. */
const paragraphLimit = 4096
const costLimit = 50_000_000
/** Quotes and lists within each other, deeper than anybody reads. */
const tooDeep = /^(?:[ ]{0,3}>){16}|^[ ]{80}|^(?:[ ]{0,3}(?:[-*+]|\d{1,9}[.)])[ ]){16}/mu

/** The tokens of a body; undefined where it is nested too deeply to be taken apart. */
export function lexed(markdown: string): readonly Token[] | undefined {
  if (tooDeep.test(markdown)) return undefined
  const lexer = new Lexer({ gfm: true })
  lexer.blockTokens(markdown, lexer.tokens)
  let cost = 0
  for (const { src, tokens } of lexer.inlineQueue) {
    cost += src.length ** 2
    if (src.length <= paragraphLimit && cost <= costLimit) lexer.inlineTokens(src, tokens)
    else tokens.push({ type: 'text', raw: src, text: src, escaped: false })
  }
  lexer.inlineQueue = []
  return lexer.tokens
}
