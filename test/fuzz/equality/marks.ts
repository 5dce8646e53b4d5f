import { type Difference, differences } from './differences.ts'

const mark = /\ufffd+/gu
/** How much longer SQLite shows half a surrogate pair, in characters and in bytes. */
const [longer, heavier] = [2, 6]
const cut = /…|\.\.\./u

/**
 * As one engine has a text that keeps one mark for three bytes that are no character. What counts characters or bytes is
 * off by these, also where the marks themselves were cut off: a preview is so long, and `more: 79 of 99 bytes` tells of the rest.
 */
export function likeMarks({ path, one, other }: Pick<Difference, 'path' | 'one' | 'other'>): boolean {
  // A snippet begins after so many characters, too.
  if (path.includes('.snippet')) return JSON.stringify([one, other]).includes('\ufffd')
  if (typeof one !== 'string' || typeof other !== 'string') return false
  const marks = `${one}${other}`.match(/\ufffd/gu)?.length ?? 0
  return equalButForCuts(plain(one), plain(other), longer * marks)
}

function plain(text: string): string {
  return text
    .replaceAll(mark, '\ufffd')
    .replaceAll(/\d+ of (\d+) bytes/gu, (_, whole) => `${Number(whole) % heavier} bytes`)
}

function equalButForCuts(one: string, other: string, most: number): boolean {
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  const rests = [one.slice(at), other.slice(at)] as const
  const [here, there] = rests
    .map((rest) => rest.search(cut))
    .map((end, at) => (end < 0 ? (rests[at] ?? '').length : end)) as [number, number]
  if (Math.min(here, there) > 0 || Math.max(here, there) > most) return false
  const ends = [rests[0].slice(here), rests[1].slice(there)] as const
  if (here === 0 && there === 0) return ends[0] === ends[1]
  return equalButForCuts(ends[0], ends[1], most)
}

/** Two pages of hits, without those that only one engine finds: one page begins as the other, which has room for more. */
export function samePage(one: readonly unknown[], other: readonly unknown[]): boolean {
  const length = Math.min(one.length, other.length)
  return differences(one.slice(0, length), other.slice(0, length)).every(likeMarks)
}
