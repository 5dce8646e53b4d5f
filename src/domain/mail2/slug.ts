const slugForm = /^[a-z0-9]+(?:-[a-z0-9]+)*$/u
/** What begins so is a name that is no slug, spelled out. */
const mark = 'x-'

export function isSlug(text: string): boolean {
  return slugForm.test(text)
}

/**
 * Any name as a slug: lowercase letters and digits, with single hyphens between. A name that is one stays as it is. In others each
 * further character is its number between two `z`, and a `z` is written twice: `dev/critic` is `x-devz2fzcritic`.
 */
export function slugOf(name: string): string {
  return isSlug(name) && !name.startsWith(mark) ? name : mark + spelled(name)
}

/** The name that a slug stands for; `null` where it is no slug of any name. */
export function nameOfSlug(slug: string): string | null {
  if (!isSlug(slug)) return null
  if (!slug.startsWith(mark)) return slug
  const name = slug
    .slice(mark.length)
    .replace(/z(?:([0-9a-f]{1,6})z|z)/gu, (_, code?: string) =>
      code === undefined ? 'z' : characterOf(Number.parseInt(code, 16)),
    )
  return slugOf(name) === slug ? name : null
}

function spelled(name: string): string {
  const characters = [...name]
  return characters
    .map((character, at) => {
      if (character === 'z') return 'zz'
      if (/^[a-y0-9]$/u.test(character)) return character
      return character === '-' && isBetween(characters, at) ? '-' : `z${codeOf(character)}z`
    })
    .join('')
}

/** A hyphen may stand between others only. */
function isBetween(characters: readonly string[], at: number): boolean {
  return at > 0 && at < characters.length - 1 && characters[at - 1] !== '-' && characters[at + 1] !== '-'
}

function codeOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16)
}

/** Nothing for what is no character. */
function characterOf(code: number): string {
  return code > 0x10_ffff || (code >= 0xd800 && code <= 0xdfff) ? '' : String.fromCodePoint(code)
}
