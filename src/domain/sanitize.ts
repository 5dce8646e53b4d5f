/** Text that can be drawn on a terminal: no control, escape, bidirectional or invisible character is left in it. */
export type Safe = string & { readonly __safe: unique symbol }

/**
 * Nearly all mail is nothing else, and needs no second look: ASCII, letters of Latin, Greek and Cyrillic, punctuation,
 * signs, Chinese, Japanese and Korean, emoji; no mark, nothing invisible. The properties that a second look asks for
 * take tens of milliseconds to compile.
 */
const harmless =
  /^[\n\x20-\x7e\u00a0-\u00ac\u00ae-\u02ff\u0370-\u0377\u0391-\u03a1\u03a3-\u03ff\u0400-\u0482\u048a-\u052f\u2010-\u2027\u2030-\u205e\u20a0-\u20c0\u2100-\u2bff\u3001-\u3029\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uac00-\ud7a3\u{1f300}-\u{1faff}]*$/u

/**
 * The patterns of the second check. They are created on first use, because V8 compiles the Unicode properties with each
 * pattern at every start.
 */
function makePatterns() {
  return {
    /** Whole escape sequences in their 7-bit and 8-bit forms, ended as terminals end them. */
    sequences: new RegExp(
      [
        '(?:\\x1b\\[|\\x9b)[0-?]*[ -/]*[@-~]', // CSI
        '(?:\\x1b[\\]PX^_]|[\\x9d\\x90\\x98\\x9e\\x9f])[^\\x07\\x1b\\x9c\\n]*(?:\\x07|\\x1b\\\\|\\x9c)', // OSC, DCS, SOS, PM, APC
        '\\x1b[ -/]+[0-~]', // character sets and the like
        '\\x1b[0-Z\\\\^-~]', // two-character escapes
      ].join('|'),
      'gu',
    ),
    bidi: /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu,
    unseen: /(?!\u200d)[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu,
    strayJoiner:
      /(?<!\p{Extended_Pictographic}\p{Emoji_Modifier}?)\u200d|\u200d(?!\p{Extended_Pictographic})/gu,
    markPile: /(\p{M}{4})\p{M}+/gu,
    controls: /[\x00-\x09\x0b-\x1f\x7f-\x9f]/gu,
    loneSurrogate: /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
  }
}

/**
 * Makes any text drawable, line by line. Complete escape sequences go; a stray control character becomes its
 * picture (`␛`), a bidirectional control its number (`⟨U+202E⟩`), so that nothing hidden stays hidden and
 * nothing unfinished swallows what follows. Line breaks stay, tabs become four spaces.
 */
export function sanitize(text: string): Safe {
  if (harmless.test(text)) return text as Safe
  const { sequences, bidi, unseen, strayJoiner, markPile, controls, loneSurrogate } = makePatterns()
  return text
    .replace(loneSurrogate, '\ufffd')
    .replace(/\r\n/gu, '\n')
    .replace(sequences, '')
    .replace(/\t/gu, '    ')
    .replace(/[\u2028\u2029]/gu, '\n')
    .replace(controls, pictureOf)
    .replace(bidi, numberOf)
    .replace(unseen, '')
    .replace(strayJoiner, '')
    .replace(markPile, '$1') as Safe
}

/** The same on one line: for subjects, names, titles, notices and every other place that must not wrap. */
export function sanitizeLine(text: string): Safe {
  return sanitize(text).replace(/\n+/gu, ' ') as Safe
}

/**
 * Makes visible what `sanitize` would remove: escape sequences become pictures of their controls, invisible characters
 * become their numbers. The result must still be sanitised.
 */
export function reveal(text: string): string {
  if (harmless.test(text)) return text
  const { unseen, strayJoiner } = makePatterns()
  return text
    .replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/gu, pictureOf)
    .replace(unseen, numberOf)
    .replace(strayJoiner, numberOf)
}

/** Text of this program, which needs no cleaning. Only for literals and numbers. */
export function plain(text: string): Safe {
  return text as Safe
}

function numberOf(character: string): string {
  return `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`
}

function pictureOf(character: string): string {
  const code = character.charCodeAt(0)
  if (code < 0x20) return String.fromCharCode(0x2400 + code)
  if (code === 0x7f) return '␡'
  return `⟨${code.toString(16).toUpperCase()}⟩`
}
