import { wholeLines } from '../lines.ts'
import { removal, type Span, type Splice, spliced } from '../splice.ts'
import { isWithin, type KeyPath, listOf, namesOf, parsedToml, type Toml } from './parsed-toml.ts'

/**
 * Takes a key and all within it away, in whichever forms the file writes it. Of comments only those go that stand within it: on its
 * lines, or between its first and its last line where no other key stands between them.
 */
export function withoutKey(toml: Toml, path: KeyPath): string {
  const spans = runsOf(toml, path).map(([from, to]) => wholeLines(toml.text, from, to))
  const lines: readonly Splice[] = spans.map((span) => ({ span, text: '' }))
  const edited = spliced(toml.text, [...lines, ...inlineOf(toml, path)])
  return edited === toml.text ? edited : withoutKey(parsedToml(edited, toml.name), path)
}

/** The key's lines: neighbours among them are one run. */
function runsOf({ program }: Toml, path: KeyPath): readonly Span[] {
  const nodes = program.body[0].body.flatMap((node) =>
    node.type === 'TOMLTable'
      ? isWithin(namesOf(node.key), path)
        ? [{ range: node.range, isOurs: true }]
        : [
            { range: node.key.range, isOurs: false },
            ...node.body.map((entry) => ({
              range: entry.range,
              isOurs: isWithin([...namesOf(node.key), ...namesOf(entry.key)], path),
            })),
          ]
      : [{ range: node.range, isOurs: isWithin(namesOf(node.key), path) }],
  )
  const runs: Span[] = []
  for (const [at, { range, isOurs }] of nodes.entries()) {
    if (!isOurs) continue
    const before = nodes[at - 1]?.isOurs === true ? runs.pop() : undefined
    runs.push([before?.[0] ?? range[0], range[1]])
  }
  return runs
}

/** The key where it stands in an inline table; as dotted keys it may be several members, which go from the last to the first. */
function inlineOf(toml: Toml, path: KeyPath): readonly Splice[] {
  const found = toml.entries.findLast(
    ({ path: own, inline, outer }) => inline !== null && outer < path.length && isWithin(own, path),
  )
  if (found?.inline == null) return []
  return removal(toml.text, listOf(toml, found.inline), found.inline.body.indexOf(found.node))
}
