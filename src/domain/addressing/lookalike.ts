import { normalName, reservedNames } from './address.ts'
import { confusables } from './confusables.ts'

/**
 * How a name looks. Names with the same `skeleton` differ only in case, width or script; names with the same `glyphs`
 * are drawn alike, capitals included: `agentI` and `agentl`. A lowercase `i` does not count as `l`, because ordinary
 * words would then match.
 */
export type Looks = { readonly skeleton: string; readonly glyphs: string }

export function looksOf(name: string): Looks {
  const visible = name.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '')
  return {
    skeleton: foldedName(foldedCase(visible)),
    glyphs: foldedName(visible.replaceAll('I', 'l')),
  }
}

/** Ours: what agents are told in this name they take for the word of the mail room. */
const programName = 'watchpost'

/** The reserved name that this name could be mistaken for: `all`, `system`, a person's, or ours. */
export function reservedTwin(name: string): string | null {
  const { skeleton, glyphs } = looksOf(name)
  const twin = [...reservedNames, programName].find((reserved) => {
    const looks = looksOf(reserved)
    return looks.skeleton === skeleton || looks.glyphs === glyphs
  })
  return twin ?? null
}

function foldedName(text: string): string {
  const name = normalName(drawn(text))
  return (name.endsWith('/') ? name.slice(0, -1) : name).replace(/(?<=.)\.+$/u, '')
}

function drawn(text: string): string {
  const table = confusables()
  const letters = [...text].map((character) => table.get(character) ?? character).join('')
  return foldedCase(letters)
    .replaceAll('1', 'l')
    .replaceAll('0', 'o')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
}

/** Upper case first: it takes apart what lower case leaves (ß), and joins what it parts (ſ, ς). */
function foldedCase(text: string): string {
  return text.toUpperCase().toLowerCase().normalize('NFKC')
}
