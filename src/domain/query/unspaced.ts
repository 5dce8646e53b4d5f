/**
 * Letters of scripts that are written without spaces between words: Han, kana, Hangul; Thai, Lao, Burmese, Khmer. As
 * ranges, which cost nothing to compile.
 */
export const letterWithoutSpaces =
  '\u0e01-\u0e30\u0e32\u0e33\u0e40-\u0e46\u0e81-\u0eb0\u0eb2\u0eb3\u0ebd-\u0ec6\u0edc-\u0edf\u1000-\u102a\u103f\u1780-\u17b3\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff66-\uff9f\u{20000}-\u{3ffff}'
/** A pictograph, or half a flag. Signs that texts were always full of, such as ©, are none. */
export const pictograph = '(?![\\0-\\u2319])\\p{Extended_Pictographic}|\\p{Regional_Indicator}'

const plain = /^[\0-\u007f]*$/u
let patterns: { readonly letter: RegExp; readonly picture: RegExp } | undefined

/**
 * A text in words, whatever it is written in. Each letter of a script without spaces is a word of its own, so that what is searched for is found in
 * the middle of a run, as a phrase; each pictograph is one, as a letter for private use, because no tokenizer takes it for a word. Forms that only
 * look different (ligatures, wide letters) are as usual.
 */
export function parted(text: string): string {
  if (plain.test(text)) return text
  patterns ??= {
    letter: new RegExp(`[${letterWithoutSpaces}][\u3099\u309a]?`, 'gu'),
    picture: new RegExp(pictograph, 'gu'),
  }
  return text
    .normalize('NFKC')
    .replace(patterns.letter, ' $& ')
    .replace(patterns.picture, (one) => ` ${privateLetter(one)} `)
}

/** In a plane that only programs use among themselves. */
function privateLetter(picture: string): string {
  return String.fromCodePoint(0xf0000 + ((picture.codePointAt(0) ?? 0) & 0xffff))
}
