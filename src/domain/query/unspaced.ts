/** Letters of scripts that are written without spaces: Han, kana, Hangul. As ranges, which cost nothing to compile. */
export const letterWithoutSpaces =
  '\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff66-\uff9f\u{20000}-\u{3ffff}'
const some = new RegExp(`[${letterWithoutSpaces}]`, 'u')
const each = new RegExp(`[${letterWithoutSpaces}][\u3099\u309a]?`, 'gu')

/**
 * A text in which each letter of a script without spaces is a word of its own: what is searched for is then found in
 * the middle of a run, as a phrase.
 */
export function parted(text: string): string {
  return some.test(text) ? text.replace(each, ' $& ') : text
}
