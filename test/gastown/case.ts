/** One value of Gas Town's own tests: what went in, and what came out. */
export type Case = { readonly kind: string; readonly input: unknown; readonly expect: unknown }

/** What Watchpost makes of the input, and what it should be by Gas Town, in the same shape. */
export type Judged = readonly [ours: unknown, theirs: unknown]
export type Judge = (input: never, expected: never) => Judged | Promise<Judged>

export function judged(judge: Judge, { input, expect }: Case): Judged | Promise<Judged> {
  return judge(input as never, expect as never)
}

/** Only what Gas Town's case speaks of. */
export function picked(ours: object, theirs: object): Judged {
  const names = Object.keys(theirs)
  return [Object.fromEntries(names.map((name) => [name, Reflect.get(ours, name)])), theirs]
}
