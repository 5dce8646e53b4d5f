import { differences } from './differences.ts'

const mark = /\ufffd+/gu
/** How SQLite shows half a surrogate pair is two characters, and six bytes, longer. */
const longer = 2
const cut = /…|\.\.\./u

/**
 * As one engine has a text that keeps one mark for three bytes that are no character. What counts characters or bytes is
 * off by these: a preview is cut after so many, and `more: 79 of 99 bytes` tells what was left out.
 */
export function likeMarks(one: unknown, other: unknown): boolean {
  if (typeof one !== 'string' || typeof other !== 'string') return false
  const marks = `${one}${other}`.match(/\ufffd/gu)?.length ?? 0
  return marks > 0 && equalButForCuts(plain(one), plain(other), longer * marks)
}

function plain(text: string): string {
  return text.replaceAll(mark, '\ufffd').replaceAll(/\d+ of \d+ bytes/gu, 'some bytes')
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
  return differences(one.slice(0, length), other.slice(0, length)).every(
    ({ path, one, other }) => path.includes('.snippet') || likeMarks(one, other),
  )
}
