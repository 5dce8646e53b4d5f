import fc from 'fast-check'

/** A random `config.toml` as its lines, and the same without what is ours. */
export type RandomToml = { readonly text: string; readonly foreign: string }

type Line = { readonly text: string; readonly isOurs: boolean }

const words = fc.constantFrom('a', 'tui', '"b c"', "'d.e'", 'mcp', '"é"')
const values = fc.constantFrom(
  '1',
  '-0.5',
  'true',
  '"x # no comment"',
  "'C:\\path'",
  '1979-05-27T07:32:00Z',
  '[1, 2]',
  '[ "a", # why\n  "b",\n]',
  '{ a = 1, "b" = [ { c = 2 } ] }',
  '"""\n# >>> watchpost >>>\n[mcp_servers.watchpost]\n"""',
)
const comments = fc.constantFrom('# mine', '  # [mcp_servers.watchpost]', '', '#', '\t# watchpost = 1')
const marks = fc.constantFrom('# >>> watchpost >>>', '# <<< watchpost <<<', '  # <<< watchpost <<<  ')

const foreign = (text: string): Line => ({ text, isOurs: false })
const own = (text: string): Line => ({ text, isOurs: true })

/** Keys of one table, each with a name of its own; comments between them, and after them on their lines. */
const keys = fc
  .array(fc.tuple(words, values, comments, fc.constantFrom('', ' # note')), { maxLength: 4 })
  .map((rows) =>
    rows.flatMap(([word, value, comment, note], at) => [
      comment,
      `${at % 2 === 0 ? '' : '  '}k${at}.${word} = ${value}${note}`,
    ]),
  )

const sections = fc
  .array(fc.tuple(words, fc.constantFrom('table', 'array'), keys, comments), { maxLength: 4 })
  .map((rows) =>
    rows.map(([word, kind, body, comment], at) => {
      const header = `s${at}.${word}`
      return [kind === 'table' ? `[${header}]` : `[[ ${header} ]] # note`, ...body, comment].map(foreign)
    }),
  )

const fields = fc.subarray([
  'command = "other"',
  'args = ["--store", "/x", "mcp"]',
  'env_vars = [ "HOME",]',
  'enabled = false # for now',
  'startup_timeout_sec = 3',
  'tools.send = { approval_mode = "approve" }',
])
const env = fc.constantFrom('', 'env = { A = "1" }', 'env = {}', 'env.A = "1"', 'env.WATCHPOST_AGENT = "old"')
const names = fc.constantFrom('mcp_servers.watchpost', '"mcp_servers" . watchpost', 'mcp_servers."watchpost"')

/** Our key at the root of the file, or in tables of their own. */
type Ours = { readonly root: readonly Line[]; readonly sections: readonly (readonly Line[])[] }

const dotted = (prefix: string, lines: readonly string[]) => lines.map((line) => own(`${prefix}.${line}`))

const ours: fc.Arbitrary<Ours> = fc
  .tuple(
    fc.constantFrom(
      'none',
      'section',
      'env',
      'dotted',
      'inline',
      'parent',
      'parent-inline',
      'whole',
      'whole-dotted',
    ),
    fields,
    env,
    names,
    fc.array(
      fc.tuple(
        words,
        values.filter((value) => !value.includes('\n')),
      ),
      { maxLength: 2 },
    ),
    comments,
  )
  .map(([form, some, variables, name, others, comment]): Ours => {
    const lines = variables === '' ? some : [...some, variables]
    const inline = `{ ${lines.map((line) => line.replace(/ # .*/u, '')).join(', ')} }`
    const beside = others.map(([word, value], at) => `o${at}.${word} = ${value}`)
    const server = foreign('[mcp_servers.other]')
    const table = [foreign('[mcp_servers]'), ...beside.map(foreign)]
    const listed = (items: readonly string[]) => `{ ${[...items, ''].join(', ').replace(/, $/u, ' ')}}`
    const whole = (items: readonly string[]) => ({
      root: [{ text: listed(items), isOurs: false }],
      sections: [],
    })
    switch (form) {
      case 'section':
        return {
          root: [],
          sections: [
            [own(`[${name}]`), ...lines.flatMap((line) => [own(line)])],
            [server, foreign(comment)],
          ],
        }
      case 'env':
        return {
          root: [],
          sections: [
            [own(`[${name}.env]`), own('A = "1"')],
            ...(some.length > 0 ? [[own(comment), own(`[${name}]`), own('enabled = true')]] : []),
            [server],
          ],
        }
      case 'dotted':
        return { root: dotted(name, lines), sections: [[server]] }
      case 'inline':
        return { root: [own(`${name} = ${inline}`)], sections: [[server]] }
      case 'parent':
        return { root: [], sections: [[...table, ...dotted('watchpost', lines)]] }
      case 'parent-inline':
        return {
          root: [],
          sections: [[foreign('[mcp_servers]'), own(`"watchpost" = ${inline}`), ...beside.map(foreign)]],
        }
      case 'whole':
        return whole([...beside, `OURS watchpost = ${inline}`])
      case 'whole-dotted':
        return whole([...lines.map((line) => `OURS watchpost.${line.replace(/ # .*/u, '')}`), ...beside])
      default:
        return { root: [], sections: [] }
    }
  })

/** Marks of an earlier release between any two lines. */
function withMarks(lines: readonly Line[], at: readonly (readonly [number, string])[]): readonly Line[] {
  const marked = [...lines]
  for (const [place, mark] of at) marked.splice(place % (marked.length + 1), 0, own(mark))
  return marked
}

/** The member of an inline table that is ours is said by a word before it, since it has no line of its own. */
function rendered({ text }: Line, isWhole: boolean): string {
  if (!text.startsWith('{')) return text
  const items = text
    .slice(2, -2)
    .trim()
    .split(/, (?=OURS|o\d\.)/u)
  const left = items.filter((item) => item !== '' && (isWhole || !item.startsWith('OURS ')))
  return `mcp_servers = { ${left.map((item) => item.replace('OURS ', '')).join(', ')}${left.length === 0 ? '' : ' '}}`
}

export const randomToml: fc.Arbitrary<RandomToml> = fc
  .tuple(
    keys,
    sections,
    ours,
    fc.nat(4),
    fc.array(fc.tuple(fc.nat(40), marks), { maxLength: 3 }),
    fc.constantFrom('\n', '\r\n'),
    fc.boolean(),
    fc.boolean(),
  )
  .map(([root, others, key, place, marked, lineBreak, isEnded, hasByteOrder]) => {
    const tables: (readonly Line[])[] = [...others]
    tables.splice(place % (tables.length + 1), 0, ...key.sections)
    const lines = withMarks([...root.map(foreign), ...key.root, ...tables.flat()], marked)
    const textOf = (some: readonly Line[], isWhole: boolean) => {
      const joined = some.map((line) => rendered(line, isWhole)).join('\n')
      const text = isEnded && some.length > 0 ? `${joined}\n` : joined
      return (hasByteOrder ? '\uFEFF' : '') + text.replaceAll('\n', lineBreak)
    }
    return {
      text: textOf(lines, true),
      foreign: textOf(
        lines.filter(({ isOurs }) => !isOurs),
        false,
      ),
    }
  })
