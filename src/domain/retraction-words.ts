import { ageOf } from './moment.ts'

/** `replaced by Q8Y7D`, `taken back by al 5m ago`. The reason is left out: it is its author's text. */
export function takenBackWords(
  { by, at, replacedBy }: { readonly by: string; readonly at: number; readonly replacedBy: string | null },
  now: number,
): string {
  return replacedBy === null ? `taken back by ${by} ${ageOf(at, now)} ago` : `replaced by ${replacedBy}`
}

/** `Q8Y7D, which you read 5m ago`: what a message replaces, for a reader who read that at that time, or never did. */
export function replacedWords(replaced: string, readAt: number | null, now: number): string {
  return `${replaced}${readAt === null ? '' : `, which you read ${ageOf(readAt, now)} ago`}`
}
