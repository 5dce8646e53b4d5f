/** From an offset up to another, the second one excluded. */
export type Span = readonly [from: number, to: number]

/** A new text for a span of the old one. */
export type Splice = { readonly span: Span; readonly text: string }

/** A text with the spans replaced. Every byte outside them stays as it is. */
export function spliced(text: string, splices: readonly Splice[]): string {
  return [...splices]
    .sort((one, other) => other.span[0] - one.span[0])
    .reduce((edited, { span: [from, to], text }) => edited.slice(0, from) + text + edited.slice(to), text)
}

/** A list between brackets, of JSON or TOML: values of an array, or members of an object or inline table. */
export type BracketList = {
  /** All between the brackets. */
  readonly inner: Span
  readonly items: readonly Span[]
  /** Commas and comments, also those within items. */
  readonly commas: readonly number[]
  readonly comments: readonly Span[]
}

/**
 * Adds an item at the end of a list, `gap` before it. `removal` takes exactly these bytes away again: the comma follows the last
 * item directly, a list that ends with a comma goes on ending with one, and a comment stays beside what it is about.
 */
export function insertion(text: string, list: BracketList, item: string, gap: string): readonly Splice[] {
  const last = list.items.at(-1)
  if (last === undefined) {
    const at = endOfComments(text, list, list.inner[0], true)
    return [{ span: [at, at], text: gap + item }]
  }
  const comma = commaWithin(list, last[1], list.inner[1])
  const at = endOfComments(text, list, comma === null ? last[1] : comma + 1, false)
  if (comma !== null) return [{ span: [at, at], text: `${gap}${item},` }]
  if (at === last[1]) return [{ span: [at, at], text: `,${gap}${item}` }]
  return [
    { span: [last[1], last[1]], text: ',' },
    { span: [at, at], text: gap + item },
  ]
}

/** Takes an item out of a list, with the comma and the white space that came with it. */
export function removal(text: string, list: BracketList, index: number): readonly Splice[] {
  const { items, inner } = list
  const [start, end] = items[index] as Span
  const following = commaWithin(list, end, items[index + 1]?.[0] ?? inner[1])
  const preceding = commaWithin(list, items[index - 1]?.[1] ?? inner[0], start)
  const comma = following ?? preceding
  const gap = gapBefore(text, list, start, Math.max(end, (following ?? -1) + 1))
  const gone: Splice = { span: [gap, end], text: '' }
  return comma === null ? [gone] : [gone, { span: [comma, comma + 1], text: '' }]
}

/**
 * Where the white space before an item begins. After a line comment, of which white space may be a part, it stays, unless the line
 * ends behind the item as well.
 */
function gapBefore(text: string, { inner, comments }: BracketList, start: number, end: number): number {
  const comment = comments.findLast(([, to]) => to <= start)
  const gap = Math.max(inner[0] + text.slice(inner[0], start).trimEnd().length, comment?.[1] ?? 0)
  const isAfterComment = comment?.[1] === gap && !text.startsWith('/*', comment[0])
  return isAfterComment && !/^[ \t]*\r?\n/u.test(text.slice(end)) ? start : gap
}

/** The end of the comments that follow an offset: all of them, or those that begin on its line. */
function endOfComments(text: string, { inner, comments }: BracketList, from: number, all: boolean): number {
  let at = from
  for (const [start, end] of comments)
    if (start >= at && end <= inner[1] && (all || !text.slice(at, start).includes('\n'))) at = end
  return at
}

function commaWithin({ commas }: BracketList, from: number, to: number): number | null {
  return commas.find((at) => at >= from && at < to) ?? null
}
