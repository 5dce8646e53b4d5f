import { flagName } from '../../input/input.ts'
import type { Flags } from './known-flags.ts'

export type OptionToken = {
  readonly kind: 'option'
  readonly name: string
  /** As it was written. */
  readonly rawName: string
  readonly value: string | undefined
  /** The value was in the same word. */
  readonly inline: boolean
}
/** `rest`: a word after `--`. */
export type Token = OptionToken | { readonly kind: 'positional' | 'rest'; readonly value: string }

/**
 * The words of a command line as the conventions of POSIX and GNU part them; nothing is judged yet. Here rather than
 * by Node's `parseArgs`, which takes longer to load than a line to read. Where words may be `dashed`, what begins with one
 * dash and spells no short flags is a word.
 */
export function tokensOf(args: readonly string[], flags: Flags, dashed: () => boolean): readonly Token[] {
  const tokens: Token[] = []
  let at = 0
  const takesValue = (name: string) => (flags.long(name)?.field.kind ?? 'flag') !== 'flag'
  const next = () => {
    at += 1
    return args[at]
  }

  function long(word: string): void {
    const equals = word.indexOf('=', 3)
    const rawName = equals < 0 ? word : word.slice(0, equals)
    const name = rawName.slice(2)
    const inline = equals >= 0
    const value = inline ? word.slice(equals + 1) : takesValue(name) ? next() : undefined
    tokens.push({ kind: 'option', name, rawName, value, inline })
  }

  function short(word: string): void {
    for (let letter = 1; letter < word.length; letter += 1) {
      const rawName = `-${word.charAt(letter)}`
      const found = flags.short(word.charAt(letter))
      const name = found === undefined ? word.charAt(letter) : flagName(found.name)
      const rest = word.slice(letter + 1)
      const valued = takesValue(name)
      const inline = valued && rest !== ''
      tokens.push({
        kind: 'option',
        name,
        rawName,
        value: inline ? rest : valued ? next() : undefined,
        inline,
      })
      // The rest after an unknown letter may be its value: `-mHello` is one mistake, not six.
      if (valued || found === undefined) return
    }
  }

  const spellsFlags = (word: string) =>
    [...word.slice(1)].every((letter) => flags.short(letter) !== undefined)

  for (; at < args.length; at += 1) {
    const word = args[at] ?? ''
    if (word === '--') {
      for (const value of args.slice(at + 1)) tokens.push({ kind: 'rest', value })
      break
    }
    if (word.startsWith('--')) long(word)
    else if (word.startsWith('-') && word !== '-' && !(dashed() && !spellsFlags(word))) short(word)
    else tokens.push({ kind: 'positional', value: word })
  }
  return tokens
}
