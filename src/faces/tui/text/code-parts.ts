import type { Safe } from '../../../domain/sanitize.ts'
import type { Span, SpanStyle } from './body-span.ts'

/** A piece of code and what it is. Together the pieces are the code, letter by letter. */
export type CodePart = { readonly text: string; readonly look: SpanStyle }
/** Takes code apart; `null` where the language is none that is known. */
export type ColourCode = (code: string, language: string) => readonly CodePart[] | null

/** Grammars are quadratic for some texts; these bound what a block and a body cost. */
const blockLimit = 3_000
const bodyLimit = 12_000
const lineLimit = 500

/** For one body: once it has been given so much, the rest stays plain. */
export function withinLimits(colour: ColourCode): ColourCode {
  let left = bodyLimit
  return (code, language) => {
    if (code.length > blockLimit || code.length > left || new RegExp(`.{${lineLimit}}`, 'u').test(code))
      return null
    left -= code.length
    return colour(code, language)
  }
}

/** The name of a block's language, as it stands behind its fence. */
export function languageOf(info: string | undefined): string {
  return /^[\w+#-]{1,20}/u.exec(info ?? '')?.[0].toLowerCase() ?? ''
}

/** Clean code in pieces, each in its look; one piece if the language is unknown. */
export function codeSpans(code: Safe, language: string, colour: ColourCode | null): readonly Span[] {
  const parts = colour === null || language === '' ? null : colour(code, language)
  // Only pieces of what is clean are clean.
  if (parts === null || parts.map(({ text }) => text).join('') !== code)
    return [{ text: code, style: 'code' }]
  return parts.map(({ text, look }) => ({ text: text as Safe, style: look }))
}

/** Whether a body has code of a known language. */
export function hasCode(body: string): boolean {
  return /^[ \t>*+\d.-]*(?:```|~~~)[ \t]*\w/mu.test(body)
}
